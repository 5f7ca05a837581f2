package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * Why an answer ended.
 *
 * @param sequence the stop sequence that came, where the provider says (vLLM, SGLang)
 */
record ChatStop(StopReason reason, @Nullable String sequence) {

  /** Reads it from a choice and what was said in it. */
  static ChatStop read(JsonNode choice, MessageDeltas deltas) {
    String word = choice.path("finish_reason").asText("stop");
    StopReason reason = FinishReason.read(word, deltas.calls(), deltas.refusal());
    String sequence = ChatChunk.textOrNull(choice.path("stop_reason"));
    if (sequence == null) {
      sequence = ChatChunk.textOrNull(choice.path("matched_stop"));
    }
    if (sequence == null || reason != StopReason.END) {
      return new ChatStop(reason, null);
    }
    return new ChatStop(StopReason.STOP_SEQUENCE, sequence);
  }
}
