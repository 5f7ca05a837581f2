package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.translate.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An event of a stream, as a client sees it. */
record SentEvent(@Nullable String event, JsonNode data) {

  /** The events of a whole stream. */
  static List<SentEvent> all(byte[] stream) {
    List<SentEvent> events = new ArrayList<>();
    SseSplitter splitter = new SseSplitter(1 << 24);
    splitter.feed(stream, event -> events.add(of(event)));
    return events;
  }

  private static SentEvent of(SseEvent event) {
    String data = new String(event.data(), StandardCharsets.UTF_8);
    return new SentEvent(event.event(), Objects.requireNonNull(Json.readOrNull(data), data));
  }

  /** The event's type. */
  String type() {
    return data.path("type").asText();
  }
}
