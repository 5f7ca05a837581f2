package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Fields that whole and streamed answers of Converse share. */
final class ConverseJson {
  private ConverseJson() {}

  /**
   * The stop sequence that came, where the model tells it among its own fields; else null.
   *
   * @param holder the answer, or the stream's {@code messageStop}
   */
  static @Nullable String stopSequence(JsonNode holder) {
    JsonNode told =
        holder.path("additionalModelResponseFields").path("delta").path("stop_sequence");
    return told.isTextual() ? told.textValue() : null;
  }

  /** Reasoning that only the provider can read; null where it is in words. */
  static @Nullable String redacted(JsonNode reasoning) {
    JsonNode content = reasoning.path("redactedContent");
    if (content.isTextual()) {
      return content.textValue();
    }
    JsonNode data = reasoning.path("redactedReasoning").path("data");
    return data.isTextual() ? data.textValue() : null;
  }
}
