package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.GatewayOptions;

/** Options that are understood but not served yet: a caller who asks for them is told so. */
final class UnservedOptions {
  private UnservedOptions() {}

  /** Adds a warning to a report for each option asked for in vain. */
  static void warn(GatewayOptions options, RoutingReport report) {
    if (options.sort() != null) {
      unserved(report, "sort", "the order was not changed");
    }
    if (!options.byokTimeouts().isEmpty()) {
      unserved(report, "providerTimeouts", "the providers' own time-outs were used");
    }
  }

  private static void unserved(RoutingReport report, String option, String instead) {
    String feature = "providerOptions.gateway." + option;
    report.warn("unsupported", feature, feature + " is not served yet; " + instead + ".");
  }
}
