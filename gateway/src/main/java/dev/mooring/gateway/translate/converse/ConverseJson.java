package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import org.jspecify.annotations.Nullable;

/** What whole and streamed answers of Converse share. */
final class ConverseJson {
  /** The tool whose arguments are the answer; see {@link ConverseTools}. */
  static final String ANSWER = "answer_in_json";

  private ConverseJson() {}

  /**
   * Why an answer ended.
   *
   * @param called whether a tool of the caller's is called
   * @param answered whether the answer itself came as a call
   */
  static StopReason stop(JsonNode holder, boolean called, boolean answered) {
    StopReason stop = ConverseStop.read(holder.path("stopReason").asText(""));
    return stop == StopReason.TOOL_CALLS && answered && !called ? StopReason.END : stop;
  }

  /**
   * The stop sequence that came, where the model tells it among its own fields; else null.
   *
   * @param holder the answer, or the stream's {@code messageStop}
   */
  static @Nullable String stopSequence(JsonNode holder) {
    JsonNode fields = holder.path("additionalModelResponseFields");
    JsonNode told =
        fields.has("stop_sequence")
            ? fields.path("stop_sequence")
            : fields.path("delta").path("stop_sequence");
    return told.isTextual() ? told.textValue() : null;
  }

  /** The seal that is the reasoning itself; null where it is in words. */
  static @Nullable Signature redacted(JsonNode reasoning) {
    JsonNode[] places = {
      reasoning.path("redactedContent"),
      reasoning.path("redactedReasoning").path("data"),
      reasoning.path("data")
    };
    for (JsonNode place : places) {
      if (place.isTextual()) {
        return new Signature(Signature.Family.ANTHROPIC, place.textValue(), true);
      }
    }
    return null;
  }

  /** The seal on reasoning in words, or null. */
  static @Nullable Signature seal(JsonNode reasoning) {
    String seal = reasoning.path("signature").asText("");
    return seal.isEmpty() ? null : new Signature(Signature.Family.ANTHROPIC, seal);
  }

  /** The page that is cited, or null. */
  static Part.@Nullable Source source(JsonNode citation) {
    String url = citation.path("location").path("web").path("url").asText("");
    String title = citation.path("title").asText("");
    return url.isEmpty() ? null : new Part.Source(url, title.isEmpty() ? null : title);
  }
}
