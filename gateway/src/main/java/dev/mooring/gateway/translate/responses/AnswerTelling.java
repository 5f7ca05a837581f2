package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.StopReason;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells a sink what a provider's response says, whether its items come whole or piece by piece; the
 * parts are the same.
 */
final class AnswerTelling {
  private final AnswerSink sink;
  private final TreeMap<Integer, ReadItem> items = new TreeMap<>();
  private final Set<String> answered = new HashSet<>(0);
  private int parts;
  private boolean begun;
  private boolean called;
  private boolean refused;

  AnswerTelling(AnswerSink sink) {
    this.sink = sink;
  }

  AnswerSink sink() {
    return sink;
  }

  /** The number of a part that begins. */
  int newPart() {
    return parts++;
  }

  /** The number of a part that begins, and is a call for the caller to make. */
  int newCall() {
    called = true;
    return newPart();
  }

  /** Notes that the model declined. */
  void refused() {
    refused = true;
  }

  /** Notes that the provider itself has made a call. */
  void answered(String callId) {
    answered.add(callId);
  }

  /** Whether the provider itself has made a call. */
  boolean isAnswered(String callId) {
    return answered.contains(callId);
  }

  /** Begins the answer, where it has not begun. */
  void begin(JsonNode response) {
    if (!begun) {
      begun = true;
      sink.begin(response.path("id").textValue(), response.path("model").textValue(), null);
    }
  }

  /** An item begins. */
  ReadItem added(int index, JsonNode item) {
    return items.computeIfAbsent(index, unused -> ReadItem.of(this, item));
  }

  /** The item that has a place; null for one that never began. */
  @Nullable ReadItem item(int index) {
    return items.get(index);
  }

  /**
   * The response is at its regular end. Its items count where no event told of any, or did not tell
   * all of one.
   */
  void finish(JsonNode response) {
    begin(response);
    boolean streamed = !items.isEmpty();
    int index = 0;
    for (JsonNode item : response.path("output")) {
      ReadItem known = streamed ? items.get(index) : added(index, item);
      if (known != null) {
        known.whole(item);
      }
      index++;
    }
    items.values().forEach(ReadItem::end);
    sink.finish(stop(response), null, UsageFields.read(response.get("usage")));
  }

  private StopReason stop(JsonNode response) {
    return switch (response.path("status").asText("completed")) {
      case "incomplete" -> cut(response.path("incomplete_details").path("reason").asText());
      case "failed" -> StopReason.ERROR;
      case "completed" ->
          called ? StopReason.TOOL_CALLS : refused ? StopReason.REFUSAL : StopReason.END;
      default -> StopReason.OTHER;
    };
  }

  private static StopReason cut(String reason) {
    return switch (reason) {
      case "max_output_tokens" -> StopReason.MAX_TOKENS;
      case "content_filter" -> StopReason.REFUSAL;
      default -> StopReason.OTHER;
    };
  }
}
