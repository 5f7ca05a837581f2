package dev.mooring.gateway.config;

import java.util.List;
import java.util.Map;

/**
 * A whole configuration, valid in itself: every reference resolves, every id is unique.
 *
 * @param providers by id, in the order written
 * @param models by id, in the order written
 * @param aliases each alias to the model it names
 */
public record GatewayConfig(
    ServerConfig server,
    ManagementConfig management,
    StoreConfig store,
    AffinityConfig affinity,
    HealthConfig health,
    LoggingConfig logging,
    List<TeamConfig> teams,
    Map<String, ProviderConfig> providers,
    Map<String, ModelConfig> models,
    Map<String, ModelConfig> aliases) {}
