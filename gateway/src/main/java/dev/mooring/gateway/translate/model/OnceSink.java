package dev.mooring.gateway.translate.model;

import java.util.HashSet;
import java.util.Set;

/** Passes on the first warning of each feature. */
public final class OnceSink implements WarningSink {
  private final WarningSink next;
  private final Set<String> told = new HashSet<>(0);

  /** No feature is told yet. */
  public OnceSink(WarningSink next) {
    this.next = next;
  }

  @Override
  public void unsupported(String feature, String details) {
    if (told.add(feature)) {
      next.unsupported(feature, details);
    }
  }
}
