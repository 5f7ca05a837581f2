package dev.mooring.gateway.config;

import java.util.List;

/** What came of reading a configuration: a valid one, or every fault of an invalid one. */
public sealed interface LoadedConfig {

  /**
   * A configuration that can be served.
   *
   * @param warnings what was put right in silence otherwise, one line each
   */
  record Valid(GatewayConfig config, List<String> warnings) implements LoadedConfig {}

  /**
   * A configuration that cannot be served.
   *
   * @param errors in the order of their lines; at least one
   */
  record Invalid(List<ConfigError> errors) implements LoadedConfig {}
}
