package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The usage that a stream reports, wherever its API puts it. */
final class StreamedUsage {
  private StreamedUsage() {}

  /** The usage of a stream that ended well. */
  static JsonNode of(String path, List<JsonNode> events) {
    JsonNode last = events.get(events.size() - 1);
    return switch (path) {
      case "/v1/chat/completions" -> last.path("usage");
      case "/v1/responses" -> last.path("response").path("usage");
      default -> events.get(0).path("message").path("usage");
    };
  }
}
