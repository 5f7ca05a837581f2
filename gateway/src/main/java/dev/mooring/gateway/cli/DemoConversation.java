package dev.mooring.gateway.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.config.Api;

/** A conversation of the demo, which grows with each turn. Confined to one thread. */
final class DemoConversation {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String RULES =
      "Answer as the harbour master would: short, exact, and with the tide in mind. ";
  private static final String QUESTION =
      "The chart shows a bar at the mouth and two leading lights; the wind backs. ";
  private static final int RULES_REPEATED = 60;
  private static final int QUESTION_REPEATED = 10;

  private final Api api;
  private final String id;
  private final boolean affinity;
  private final ArrayNode messages = MAPPER.createArrayNode();
  private int turn;

  /**
   * @param id the session's ID, which also makes the prompt its own
   * @param affinity whether the gateway is to keep it on its warm cache
   */
  DemoConversation(Api api, String id, boolean affinity) {
    this.api = api;
    this.id = id;
    this.affinity = affinity;
  }

  /** The API that it speaks. */
  Api api() {
    return api;
  }

  /** The session's ID. */
  String id() {
    return id;
  }

  /** Asks the next question; the request's body. */
  byte[] ask(String model) {
    turn++;
    messages
        .addObject()
        .put("role", "user")
        .put("content", "Turn " + turn + ". " + QUESTION.repeat(QUESTION_REPEATED));
    ObjectNode body = MAPPER.createObjectNode().put("model", model).put("stream", true);
    if (!affinity) {
      body.putObject("providerOptions").putObject("gateway").put("sessionAffinity", false);
    }
    String rules = "Session " + id + ". " + RULES.repeat(RULES_REPEATED);
    switch (api) {
      case CHAT -> {
        body.putObject("stream_options").put("include_usage", true);
        ArrayNode all = body.putArray("messages");
        all.addObject().put("role", "system").put("content", rules);
        all.addAll(messages);
      }
      case RESPONSES -> body.put("instructions", rules).put("store", false).set("input", messages);
      case AI_SDK -> throw new IllegalStateException("no demo speaks " + api.configName());
      case MESSAGES -> {
        body.put("max_tokens", 1000).put("system", rules).set("messages", messages);
        body.putObject("cache_control").put("type", "ephemeral");
      }
    }
    return body.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  /** Takes the answer into the conversation. */
  void answered(String text) {
    messages.addObject().put("role", "assistant").put("content", text);
  }
}
