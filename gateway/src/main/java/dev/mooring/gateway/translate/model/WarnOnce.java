package dev.mooring.gateway.translate.model;

import java.util.HashSet;
import java.util.Set;

/** Passes each warning on once, however often its feature comes in one request. */
public final class WarnOnce implements WarningSink {
  private final Set<String> told = new HashSet<>(0);
  private final WarningSink next;

  /** Warnings of one request. */
  public WarnOnce(WarningSink next) {
    this.next = next;
  }

  @Override
  public void unsupported(String feature, String details) {
    if (told.add(feature + '\n' + details)) {
      next.unsupported(feature, details);
    }
  }
}
