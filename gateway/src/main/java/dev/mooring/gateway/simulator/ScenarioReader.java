package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads faults and replies from JSON: {@code {"credential": "a", "kind": "status", "status": 429,
 * "headers": {"retry-after": "5"}, "times": 2, "api": "chat"}}.
 */
final class ScenarioReader {
  private static final List<String> FIELDS =
      List.of(
          "credential",
          "kind",
          "count",
          "durationMs",
          "status",
          "headers",
          "body",
          "type",
          "code",
          "message",
          "times",
          "api",
          "model",
          "streamed");

  private ScenarioReader() {}

  /**
   * Adds a fault to the credential that it names.
   *
   * @throws IllegalArgumentException naming the field at fault
   */
  static void addFault(Map<String, SimulatedCredential> credentials, ObjectNode node) {
    String id = node.path("credential").asText();
    SimulatedCredential credential = credentials.get(id);
    if (credential == null) {
      throw new IllegalArgumentException(
          "credential: " + id + " (expected: one of " + credentials.keySet() + ")");
    }
    credential.fault(fault(node));
  }

  private static Fault fault(ObjectNode node) {
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw new IllegalArgumentException(name + ": unknown (expected: one of " + FIELDS + ")");
      }
    }
    Map<String, String> headers = new LinkedHashMap<>();
    node.path("headers").properties().forEach(e -> headers.put(e.getKey(), e.getValue().asText()));
    JsonNode times = node.path("times");
    return new Fault(
        constant("kind", FaultKind.values(), node.path("kind").asText("status")),
        node.path("count").asInt(0),
        optional(node, "durationMs", value -> Duration.ofMillis(value.asLong())),
        node.path("status").asInt(500),
        Map.copyOf(headers),
        optional(node, "body", JsonNode::asText),
        optional(node, "type", JsonNode::asText),
        optional(node, "code", JsonNode::asText),
        optional(node, "message", JsonNode::asText),
        times.asText().equals("always") ? Integer.MAX_VALUE : times.asInt(1),
        optional(node, "api", value -> constant("api", SimulatedApi.values(), value.asText())),
        optional(node, "model", JsonNode::asText),
        optional(node, "streamed", JsonNode::asBoolean));
  }

  private static <T> @Nullable T optional(
      ObjectNode node, String field, Function<JsonNode, T> read) {
    return node.hasNonNull(field) ? read.apply(node.get(field)) : null;
  }

  private static <E extends Enum<E>> E constant(String field, E[] all, String name) {
    String wanted = name.replace('-', '_').toUpperCase(Locale.ROOT);
    return Arrays.stream(all)
        .filter(value -> value.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    field + ": " + name + " (expected: one of " + Arrays.toString(all) + ")"));
  }
}
