package dev.mooring.gateway.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mooring.gateway.evaluate.TurnResult.Usage;
import java.util.ArrayList;
import java.util.List;

/** Reads of a whole stream what it tells of usage and routing. */
final class AnswerReading {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String DATA = "data: {";

  private Usage usage = Usage.NONE;
  private boolean failed;
  private boolean ended;
  private final List<Integer> failures = new ArrayList<>();

  /** Reads a stream of Chat Completions or Messages. */
  AnswerReading(String stream) {
    stream
        .lines()
        .filter(line -> line.startsWith(DATA))
        .forEach(line -> event(parse(line.substring(DATA.length() - 1))));
  }

  /** Its input; none where it does not tell. */
  Usage usage() {
    return usage;
  }

  /** Whether it came whole. */
  boolean whole() {
    return ended && !failed;
  }

  /** The statuses of the attempts that failed before it; 0 for one without an answer. */
  List<Integer> failures() {
    return failures;
  }

  private void event(JsonNode event) {
    failed |= event.has("error");
    JsonNode chat = event.path("usage");
    if (chat.has("prompt_tokens")) {
      long read = chat.at("/prompt_tokens_details/cached_tokens").asLong();
      usage = new Usage(chat.path("prompt_tokens").asLong(), read, 0);
    }
    JsonNode messages = event.at("/message/usage");
    if (messages.has("input_tokens")) {
      long read = messages.path("cache_read_input_tokens").asLong();
      long written = messages.path("cache_creation_input_tokens").asLong();
      usage = new Usage(messages.path("input_tokens").asLong() + read + written, read, written);
    }
    ended |= event.path("type").asText().equals("message_stop");
    ended |= event.at("/choices/0/finish_reason").isTextual();
    JsonNode models = event.at("/provider_metadata/gateway/routing/modelAttempts");
    for (JsonNode model : models) {
      for (JsonNode attempt : model.path("providerAttempts")) {
        if (!attempt.path("success").asBoolean()) {
          failures.add(attempt.path("statusCode").asInt());
        }
      }
    }
  }

  private static JsonNode parse(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException malformed) {
      throw new IllegalStateException("a malformed event: " + line, malformed);
    }
  }
}
