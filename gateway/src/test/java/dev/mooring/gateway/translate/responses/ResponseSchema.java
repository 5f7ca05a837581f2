package dev.mooring.gateway.translate.responses;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What the OpenResponses specification (openresponses.org, as of 2026) requires of a response
 * object: its members and their types.
 */
final class ResponseSchema {
  private static final Set<JsonNodeType> TEXT = EnumSet.of(JsonNodeType.STRING);
  private static final Set<JsonNodeType> TEXT_OR_NULL =
      EnumSet.of(JsonNodeType.STRING, JsonNodeType.NULL);
  private static final Set<JsonNodeType> NUMBER = EnumSet.of(JsonNodeType.NUMBER);
  private static final Set<JsonNodeType> NUMBER_OR_NULL =
      EnumSet.of(JsonNodeType.NUMBER, JsonNodeType.NULL);
  private static final Set<JsonNodeType> FLAG = EnumSet.of(JsonNodeType.BOOLEAN);
  private static final Set<JsonNodeType> LIST = EnumSet.of(JsonNodeType.ARRAY);
  private static final Set<JsonNodeType> OBJECT = EnumSet.of(JsonNodeType.OBJECT);
  private static final Set<JsonNodeType> OBJECT_OR_NULL =
      EnumSet.of(JsonNodeType.OBJECT, JsonNodeType.NULL);

  private static final Map<String, Set<JsonNodeType>> RESPONSE =
      Map.ofEntries(
          Map.entry("id", TEXT),
          Map.entry("object", TEXT),
          Map.entry("created_at", NUMBER),
          Map.entry("completed_at", NUMBER_OR_NULL),
          Map.entry("status", TEXT),
          Map.entry("incomplete_details", OBJECT_OR_NULL),
          Map.entry("model", TEXT),
          Map.entry("previous_response_id", TEXT_OR_NULL),
          Map.entry("instructions", TEXT_OR_NULL),
          Map.entry("output", LIST),
          Map.entry("error", OBJECT_OR_NULL),
          Map.entry("tools", LIST),
          Map.entry("tool_choice", EnumSet.of(JsonNodeType.STRING, JsonNodeType.OBJECT)),
          Map.entry("truncation", TEXT),
          Map.entry("parallel_tool_calls", FLAG),
          Map.entry("text", OBJECT),
          Map.entry("top_p", NUMBER),
          Map.entry("presence_penalty", NUMBER),
          Map.entry("frequency_penalty", NUMBER),
          Map.entry("top_logprobs", NUMBER),
          Map.entry("temperature", NUMBER),
          Map.entry("reasoning", OBJECT_OR_NULL),
          Map.entry("user", TEXT_OR_NULL),
          Map.entry("usage", OBJECT_OR_NULL),
          Map.entry("max_output_tokens", NUMBER_OR_NULL),
          Map.entry("max_tool_calls", NUMBER_OR_NULL),
          Map.entry("store", FLAG),
          Map.entry("background", FLAG),
          Map.entry("service_tier", TEXT),
          Map.entry("metadata", OBJECT),
          Map.entry("safety_identifier", TEXT_OR_NULL),
          Map.entry("prompt_cache_key", TEXT_OR_NULL));

  private static final Map<String, Set<JsonNodeType>> MESSAGE =
      Map.of("id", TEXT, "status", TEXT, "role", TEXT, "content", LIST);
  private static final Map<String, Set<JsonNodeType>> CALL =
      Map.of("id", TEXT, "call_id", TEXT, "name", TEXT, "arguments", TEXT, "status", TEXT);
  private static final Map<String, Set<JsonNodeType>> CUSTOM_CALL =
      Map.of("id", TEXT, "call_id", TEXT, "name", TEXT, "input", TEXT);
  private static final Map<String, Set<JsonNodeType>> REASONING =
      Map.of("id", TEXT, "summary", LIST);
  private static final Map<String, Set<JsonNodeType>> FUNCTION =
      Map.of(
          "type", TEXT,
          "name", TEXT,
          "description", TEXT_OR_NULL,
          "parameters", OBJECT_OR_NULL,
          "strict", EnumSet.of(JsonNodeType.BOOLEAN, JsonNodeType.NULL));

  private ResponseSchema() {}

  /** Requires a whole response. */
  static void response(JsonNode response) {
    members(response, RESPONSE);
    assertThat(response.get("object").textValue()).isEqualTo("response");
    assertThat(response.get("created_at").isIntegralNumber()).isTrue();
    assertThat(response.get("top_logprobs").isIntegralNumber()).isTrue();
    assertThat(response.get("truncation").textValue()).isIn("auto", "disabled");
    members(response.get("text"), Map.of("format", OBJECT));
    response.get("output").forEach(ResponseSchema::item);
    response.get("tools").forEach(tool -> tool(tool));
    if (response.get("usage").isObject()) {
      usage(response.get("usage"));
    }
    if (response.get("error").isObject()) {
      members(response.get("error"), Map.of("code", TEXT, "message", TEXT));
    }
    if (response.get("incomplete_details").isObject()) {
      members(response.get("incomplete_details"), Map.of("reason", TEXT));
    }
  }

  /** Requires an item of an output. */
  static void item(JsonNode item) {
    switch (item.path("type").asText()) {
      case "message" -> {
        members(item, MESSAGE);
        status(item);
        item.get("content").forEach(ResponseSchema::content);
      }
      case "function_call" -> {
        members(item, CALL);
        status(item);
      }
      case "custom_tool_call" -> members(item, CUSTOM_CALL);
      case "reasoning" -> {
        members(item, REASONING);
        item.get("summary").forEach(ResponseSchema::content);
        assertThat(item.path("encrypted_content").isNull()).isFalse();
      }
      case "image_generation_call" -> {
        members(item, Map.of("id", TEXT, "status", TEXT));
        status(item);
      }
      default -> throw new AssertionError("no item of an output: " + item);
    }
  }

  /** Requires a content of a message, or a summary of reasoning. */
  static void content(JsonNode content) {
    switch (content.path("type").asText()) {
      case "output_text" -> {
        members(content, Map.of("text", TEXT, "annotations", LIST, "logprobs", LIST));
        content.get("annotations").forEach(ResponseSchema::annotation);
      }
      case "refusal" -> members(content, Map.of("refusal", TEXT));
      case "summary_text", "reasoning_text" -> members(content, Map.of("text", TEXT));
      default -> throw new AssertionError("no content of a message: " + content);
    }
  }

  private static void annotation(JsonNode annotation) {
    members(
        annotation,
        Map.of(
            "type", TEXT, "url", TEXT, "title", TEXT, "start_index", NUMBER, "end_index", NUMBER));
  }

  private static void tool(JsonNode tool) {
    if (tool.path("type").asText().equals("function")) {
      members(tool, FUNCTION);
    } else {
      members(tool, Map.of("type", TEXT));
    }
  }

  private static void usage(JsonNode usage) {
    members(
        usage,
        Map.of(
            "input_tokens", NUMBER,
            "output_tokens", NUMBER,
            "total_tokens", NUMBER,
            "input_tokens_details", OBJECT,
            "output_tokens_details", OBJECT));
    members(usage.get("input_tokens_details"), Map.of("cached_tokens", NUMBER));
    members(usage.get("output_tokens_details"), Map.of("reasoning_tokens", NUMBER));
  }

  private static void status(JsonNode item) {
    assertThat(item.get("status").textValue()).isIn("in_progress", "completed", "incomplete");
  }

  private static void members(JsonNode object, Map<String, Set<JsonNodeType>> required) {
    required.forEach(
        (name, types) ->
            assertThat(types)
                .as("the type of %s in %s", name, object)
                .contains(object.path(name).getNodeType()));
  }
}
