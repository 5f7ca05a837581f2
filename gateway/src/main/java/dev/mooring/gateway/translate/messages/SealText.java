package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Signature.Family;

/** The seals in {@code redacted_thinking}. */
final class SealText {
  private SealText() {}

  /** The seal that the {@code data} of a block is. */
  static Signature redacted(String data) {
    Signature seal = Signature.from(data, Family.ANTHROPIC);
    return seal.family() == Family.ANTHROPIC
        ? new Signature(Family.ANTHROPIC, seal.value(), true)
        : seal;
  }
}
