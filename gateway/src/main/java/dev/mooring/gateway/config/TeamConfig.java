package dev.mooring.gateway.config;

import java.util.List;

/** A tenant and the keys with which its clients call. */
public record TeamConfig(String id, List<ClientKeyConfig> keys) {}
