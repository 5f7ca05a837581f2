package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Puts together what an answer says. */
final class Listening {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StringBuilder text = new StringBuilder();
  private final StringBuilder reasoning = new StringBuilder();
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, StringBuilder> arguments = new LinkedHashMap<>();
  private String stop = "";
  private String error = "";
  private long input = -1;
  private long output = -1;

  void text(JsonNode more) {
    text.append(more.asText(""));
  }

  void reasoning(JsonNode more) {
    reasoning.append(more.asText(""));
  }

  /** A call begins. */
  void call(String key, String name) {
    names.putIfAbsent(key, name);
    arguments.putIfAbsent(key, new StringBuilder());
  }

  int calls() {
    return names.size();
  }

  /** More of a call's arguments. */
  void arguments(String key, String more) {
    StringBuilder known = arguments.get(key);
    if (known != null) {
      known.append(more);
    }
  }

  /** The provider ran a call itself, so it is none of the caller's. */
  void ranThere(String key) {
    names.remove(key);
  }

  void stop(String reason) {
    stop = reason;
  }

  void error(String message) {
    error = message;
  }

  /** Input tokens, those of the cache included, and output tokens, those of reasoning included. */
  void usage(long in, long out) {
    input = in;
    output = out;
  }

  Said said() {
    List<Said.Call> calls = new ArrayList<>();
    names.forEach(
        (key, name) ->
            calls.add(
                new Said.Call(
                    name, parsed(Objects.requireNonNull(arguments.get(key)).toString()))));
    return new Said(
        text.toString(),
        reasoning.toString(),
        calls,
        stop.equals("end") && !calls.isEmpty() ? "calls" : stop,
        input < 0 ? List.of() : List.of(input, output),
        error);
  }

  /** A JSON value; null where the text is none, such as a line that was cut. */
  static @Nullable JsonNode parsedOrNull(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      return null;
    }
  }

  /** The object of a call's arguments; empty where there are none. */
  private static JsonNode parsed(String arguments) {
    JsonNode parsed = parsedOrNull(arguments.isBlank() ? "{}" : arguments);
    return parsed == null
        ? JsonNodeFactory.instance.objectNode().put("is no JSON", arguments)
        : parsed;
  }
}
