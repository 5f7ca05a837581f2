package dev.mooring.gateway.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A client of the AI SDK's protocol, of one specification version. */
record AiSdk(int version) {
  static final String HELLO =
      "{\"prompt\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}]}";

  /** Its route. */
  String path() {
    return "/v" + (version == 2 ? 1 : version) + "/ai/language-model";
  }

  /** The headers of a call, and others in pairs of name and value. */
  String[] headers(String model, boolean stream, String... more) {
    String[] own = {
      "ai-gateway-protocol-version",
      "0.0.1",
      "ai-language-model-id",
      model,
      "ai-language-model-specification-version",
      Integer.toString(version),
      "ai-language-model-streaming",
      Boolean.toString(stream)
    };
    String[] all = Arrays.copyOf(own, own.length + more.length);
    System.arraycopy(more, 0, all, own.length, more.length);
    return all;
  }

  /** One call. */
  Answer call(Wire wire, String model, boolean stream, String body, String... headers) {
    return wire.post(path(), body, headers(model, stream, headers));
  }

  /** The types of a stream's parts, in order. */
  static List<String> types(Answer answer) {
    return answer.events().stream().map(event -> event.json().path("type").asText()).toList();
  }

  /** The parts of one type. */
  static List<JsonNode> parts(Answer answer, String type) {
    return answer.events().stream()
        .map(Answer.Event::json)
        .filter(part -> part.path("type").asText().equals(type))
        .toList();
  }

  /** The texts and thoughts of a stream, as a client sends them back. */
  static ArrayNode said(Answer stream) {
    ArrayNode said = JsonNodeFactory.instance.arrayNode();
    Map<String, ObjectNode> open = new HashMap<>();
    for (Answer.Event event : stream.events()) {
      JsonNode part = event.json();
      String type = part.path("type").asText();
      String id = part.path("id").asText();
      if (type.equals("text-start") || type.equals("reasoning-start")) {
        String kind = type.replace("-start", "");
        open.put(id, said.addObject().put("type", kind).put("text", ""));
      } else if (type.equals("text-delta") || type.equals("reasoning-delta")) {
        ObjectNode one = Objects.requireNonNull(open.get(id));
        one.put("text", one.path("text").asText() + part.path("delta").asText());
      } else if (open.containsKey(id) && part.has("providerMetadata")) {
        Objects.requireNonNull(open.get(id)).set("providerOptions", part.get("providerMetadata"));
      }
    }
    return said;
  }

  /** The routing of a document, an error, or a stream's last part. */
  static JsonNode routing(Answer answer) {
    JsonNode holder =
        answer.header("content-type").startsWith("text/event-stream")
            ? answer.events().get(answer.events().size() - 1).json()
            : answer.json();
    return holder.path("providerMetadata").path("gateway").path("routing");
  }
}
