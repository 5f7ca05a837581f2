package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.WarningSink;
import java.util.HashSet;
import java.util.Set;

/** Says the same warning only once. */
final class Once implements WarningSink {
  private final WarningSink next;
  private final Set<String> said = new HashSet<>(0);

  Once(WarningSink next) {
    this.next = next;
  }

  @Override
  public void unsupported(String feature, String details) {
    if (said.add(feature + '\n' + details)) {
      next.unsupported(feature, details);
    }
  }
}
