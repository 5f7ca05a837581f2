package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Reads the prompt out of a request body, by API. */
final class PromptReader {
  private PromptReader() {}

  /**
   * The prompt of a body.
   *
   * @param before the blocks of the conversation that the body continues
   */
  static Prompt read(SimulatedApi api, ObjectNode body, List<PromptBlock> before) {
    return switch (api) {
      case CHAT -> chat(body);
      case RESPONSES, COMPACT -> responses(body, before);
      case MESSAGES, COUNT_TOKENS -> messages(body);
      case EMBEDDINGS, MODELS -> new Prompt();
    };
  }

  private static Prompt chat(ObjectNode body) {
    Prompt prompt = new Prompt();
    addTools(prompt, body);
    for (JsonNode message : body.path("messages")) {
      String role = message.path("role").asText() + message.path("tool_call_id").asText();
      prompt.addContent(role, message.path("content"));
      for (JsonNode call : message.path("tool_calls")) {
        prompt.add(role, call);
      }
    }
    return prompt;
  }

  private static Prompt responses(ObjectNode body, List<PromptBlock> before) {
    Prompt prompt = new Prompt(before);
    addTools(prompt, body);
    if (body.path("instructions").isTextual()) {
      prompt.addContent("system", body.path("instructions"));
    }
    JsonNode input = body.path("input");
    if (input.isTextual()) {
      prompt.addContent("user", input);
      return prompt;
    }
    for (JsonNode item : input) {
      if (item.has("role")) {
        prompt.addContent(item.path("role").asText(), plainText(item.path("content")));
      } else if (item instanceof ObjectNode object) {
        ObjectNode bare = object.deepCopy();
        bare.remove(List.of("id", "status"));
        prompt.add("item", bare);
      }
    }
    return prompt;
  }

  private static Prompt messages(ObjectNode body) {
    Prompt prompt = new Prompt();
    addTools(prompt, body);
    prompt.addContent("system", body.path("system"));
    for (JsonNode message : body.path("messages")) {
      prompt.addContent(message.path("role").asText(), message.path("content"));
    }
    if (body.path("cache_control").isObject()) {
      prompt.markLast(body.path("cache_control"));
    }
    return prompt;
  }

  private static void addTools(Prompt prompt, ObjectNode body) {
    for (JsonNode tool : body.path("tools")) {
      prompt.add("tool", tool);
    }
  }

  /** Responses names a text part by direction; a string stands for any of them. */
  private static JsonNode plainText(JsonNode content) {
    if (!content.isArray()) {
      return content;
    }
    JsonNode copy = content.deepCopy();
    for (JsonNode part : copy) {
      if (part instanceof ObjectNode object && object.path("text").isTextual()) {
        object.put("type", "text").remove(List.of("annotations", "logprobs"));
      }
    }
    return copy;
  }
}
