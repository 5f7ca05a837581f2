package dev.mooring.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * Messages whose last block is marked for the cache.
 *
 * @param role the role they must have ({@code system} is {@code developer} too); null for any
 * @param index the place of the one that is meant, from 0, below 0 from the end; null for all
 */
public record MarkerPoint(@Nullable String role, @Nullable Integer index) {}
