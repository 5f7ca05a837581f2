package dev.mooring.gateway.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** One small turn, in the words of each chat API, and what its streams are made of. */
enum SampleTurn {
  CHAT("/v1/chat/completions", "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"),
  RESPONSES("/v1/responses", "\"input\":\"hi\""),
  MESSAGES(
      "/v1/messages", "\"max_tokens\":99,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]");

  /** So many of a stream's first events hold output for certain, and not the last one. */
  static final int AFTER_OUTPUT = 8;

  private final String path;
  private final String prompt;

  SampleTurn(String path, String prompt) {
    this.path = path;
    this.prompt = prompt;
  }

  /** The route. */
  String path() {
    return path;
  }

  /** A request that wants a document. */
  String document() {
    return body("m", false, "");
  }

  /** A request that wants a stream. */
  String stream() {
    return body("m", true, "");
  }

  /**
   * Any request.
   *
   * @param more further members, each with a comma after it
   */
  String body(String model, boolean stream, String more) {
    return "{\"model\":\"" + model + "\",\"stream\":" + stream + "," + more + prompt + "}";
  }

  /** How many answers begin in a stream. */
  long starts(List<Answer.Event> events) {
    return events.stream().filter(this::isStart).count();
  }

  private boolean isStart(Answer.Event event) {
    return switch (this) {
      case CHAT ->
          event.data().contains("\"role\":\"assistant\"") && !event.data().contains("\"error\"");
      case RESPONSES -> event.name().equals("response.created");
      case MESSAGES -> event.name().equals("message_start");
    };
  }

  /** Whether a stream claims to be complete. */
  boolean endsCleanly(List<Answer.Event> events) {
    return events.stream()
        .anyMatch(
            event ->
                switch (this) {
                  case CHAT -> event.data().contains("\"finish_reason\":\"");
                  case RESPONSES ->
                      event.name().equals("response.completed")
                          || event.name().equals("response.incomplete");
                  case MESSAGES -> event.name().equals("message_stop");
                });
  }

  /** The last event but for Chat's {@code [DONE]}. */
  Answer.Event last(List<Answer.Event> events) {
    Answer.Event last = events.get(events.size() - 1);
    return last.data().equals("[DONE]") ? events.get(events.size() - 2) : last;
  }

  /** The error that an event tells; missing where it tells none in the API's own way. */
  JsonNode error(Answer.Event event) {
    return switch (this) {
      case CHAT -> event.json().path("error");
      case RESPONSES ->
          event.name().equals("response.failed")
              ? event.json().path("response").path("error")
              : event.name().equals("error") ? event.json() : event.json().path("none");
      case MESSAGES ->
          event.name().equals("error") ? event.json().path("error") : event.json().path("none");
    };
  }
}
