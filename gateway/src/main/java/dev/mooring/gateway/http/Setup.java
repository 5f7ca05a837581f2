package dev.mooring.gateway.http;

import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.routing.Catalog;

/** A configuration as requests use it; a running request keeps the one it began with. */
public final class Setup {
  private final Catalog catalog;
  private final KeyRing keys;

  /** Indexes a configuration. */
  public Setup(GatewayConfig config) {
    this.catalog = new Catalog(config);
    this.keys = new KeyRing(config.teams());
  }

  /** What requests are planned with. */
  public Catalog catalog() {
    return catalog;
  }

  KeyRing keys() {
    return keys;
  }
}
