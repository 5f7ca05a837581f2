package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Signature.Family;
import org.jspecify.annotations.Nullable;

/** The seals in {@code thinking} and {@code redacted_thinking} blocks. */
final class Seals {
  private Seals() {}

  /** The seal that a {@code signature} is; null for an empty one. */
  static @Nullable Signature signature(@Nullable String text) {
    return text == null || text.isEmpty() ? null : Signature.from(text, Family.ANTHROPIC);
  }

  /** The seal that the {@code data} of redacted thinking is; null for an empty one. */
  static @Nullable Signature redacted(@Nullable String data) {
    Signature seal = signature(data);
    return seal == null || seal.family() != Family.ANTHROPIC
        ? seal
        : new Signature(Family.ANTHROPIC, seal.value(), true);
  }
}
