package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The words of {@code reasoning.effort}. */
final class ReasoningFields {
  private ReasoningFields() {}

  /** The word for what is asked; null for the model's default. A budget becomes a word. */
  static @Nullable String effort(ReasoningRequest asked) {
    if (asked.effort() != null) {
      // the API has no word above xhigh
      return asked.effort() == Effort.MAX
          ? "xhigh"
          : asked.effort().name().toLowerCase(Locale.ROOT);
    }
    Long budget = asked.budgetTokens();
    if (budget == null) {
      return null;
    }
    return budget == 0 ? "none" : budget <= 2048 ? "low" : budget <= 12_288 ? "medium" : "high";
  }

  /** The effort of a word; null for one that is not known. */
  static @Nullable Effort effort(String word) {
    for (Effort effort : Effort.values()) {
      if (effort.name().toLowerCase(Locale.ROOT).equals(word)) {
        return effort;
      }
    }
    return null;
  }
}
