package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.util.List;

/** A caller, by the format that it uses. */
enum Listener {
  CHAT(
      "/v1/chat/completions",
      "\"stream_options\":{\"include_usage\":true},\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"),
  RESPONSES("/v1/responses", "\"input\":\"hi\""),
  MESSAGES(
      "/v1/messages", "\"max_tokens\":99,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"),
  AI_SDK(
      "/v1/ai/language-model",
      "\"prompt\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}]");

  private final String path;
  private final String prompt;

  Listener(String path, String prompt) {
    this.path = path;
    this.prompt = prompt;
  }

  /** Asks a model. */
  Answer ask(Wire wire, String model, boolean stream) {
    String head = this == AI_SDK ? "" : "\"model\":\"" + model + "\",\"stream\":" + stream + ",";
    String usual = stream ? prompt : prompt.replaceFirst("\"stream_options\":\\{[^}]*},", "");
    return wire.post(
        path,
        "{" + head + usual + "}",
        "ai-language-model-id",
        model,
        "ai-language-model-specification-version",
        "2",
        "ai-language-model-streaming",
        Boolean.toString(stream));
  }

  /** What it understands of an answer. */
  Said hears(Answer answer, boolean stream) {
    if (!stream || answer.status() != 200) {
      return ear().whole(answer.json());
    }
    List<JsonNode> events =
        answer.events().stream()
            .filter(event -> !event.data().equals("[DONE]"))
            .map(Answer.Event::json)
            .toList();
    return ear().stream(events);
  }

  private Ear ear() {
    return switch (this) {
      case CHAT -> new ChatEar();
      case RESPONSES -> new ResponsesEar();
      case MESSAGES -> new MessagesEar();
      case AI_SDK -> new AiSdkEar();
    };
  }
}
