package dev.mooring.gateway.config;

import java.util.ArrayList;
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
    TracingConfig tracing,
    List<TeamConfig> teams,
    Map<String, ProviderConfig> providers,
    Map<String, ModelConfig> models,
    Map<String, ModelConfig> aliases,
    RoutingConfig routing) {

  /** The same with another store. */
  public GatewayConfig with(StoreConfig other) {
    return new GatewayConfig(
        server,
        management,
        other,
        affinity,
        health,
        logging,
        tracing,
        teams,
        providers,
        models,
        aliases,
        routing);
  }

  /**
   * What this configuration would open to everyone, where the listeners stay on the addresses of
   * the configuration at start: a sentence each, none where it may be applied.
   *
   * @param started the configuration that the listeners were opened with
   */
  public List<String> opened(GatewayConfig started) {
    List<String> opened = new ArrayList<>();
    String host = started.server().host();
    if (teams.isEmpty() && !server.openAccess() && !Listen.loopback(host)) {
      opened.add(
          "the API listens on '"
              + host
              + "' until the next start, and there are no client keys (keep teams, or write"
              + " server.auth: none)");
    }
    host = started.management().host();
    if (management.token().isEmpty() && !management.openAccess() && !Listen.loopback(host)) {
      opened.add(
          "management listens on '"
              + host
              + "' until the next start, and there is no token (keep management.token, or write"
              + " management.auth: none)");
    }
    return opened;
  }
}
