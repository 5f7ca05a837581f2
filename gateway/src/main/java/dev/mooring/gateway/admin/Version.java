package dev.mooring.gateway.admin;

import org.jspecify.annotations.Nullable;

/** The version that runs. */
final class Version {
  /** As the jar's manifest says; {@code development} where the classes come from a folder. */
  static final String RUNNING = of(Version.class.getPackage().getImplementationVersion());

  private Version() {}

  private static String of(@Nullable String implementation) {
    return implementation == null ? "development" : implementation;
  }
}
