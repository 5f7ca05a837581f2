package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerReader;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads whole answers of Converse. */
public final class ConverseAnswerReader implements AnswerReader {

  @Override
  public ModelAnswer read(byte[] body) {
    JsonNode answer = json(body);
    JsonNode content = answer.path("output").path("message").path("content");
    if (!content.isArray() || !answer.path("stopReason").isTextual()) {
      throw new MalformedAnswerException("the provider's answer has no message or no stopReason");
    }
    List<Part> parts = new ArrayList<>();
    for (JsonNode block : content) {
      Part part = part(block);
      if (part != null) {
        parts.add(part);
      }
    }
    StopReason stop = ConverseStop.read(answer.path("stopReason").textValue());
    return new ModelAnswer(
        null,
        null,
        List.copyOf(parts),
        stop,
        ConverseJson.stopSequence(answer),
        ConverseUsage.read(answer.path("usage")));
  }

  /** A block's meaning; null for one of a kind that no other format has. */
  private static @Nullable Part part(JsonNode block) {
    if (block.path("text").isTextual()) {
      return new Part.Text(block.path("text").textValue(), null);
    }
    if (block.path("toolUse").isObject()) {
      JsonNode call = block.path("toolUse");
      JsonNode input = call.path("input");
      return new Part.ToolCall(
          call.path("toolUseId").asText(""),
          call.path("name").asText(""),
          input.isObject() ? Json.text(input) : "{}",
          null,
          null);
    }
    return block.path("reasoningContent").isObject()
        ? reasoning(block.path("reasoningContent"))
        : null;
  }

  private static Part reasoning(JsonNode reasoning) {
    String redacted = ConverseJson.redacted(reasoning);
    if (redacted != null) {
      return new Part.Reasoning("", new Signature(Signature.Family.ANTHROPIC, redacted, true));
    }
    JsonNode text = reasoning.path("reasoningText");
    String seal = text.path("signature").asText("");
    return new Part.Reasoning(
        text.path("text").asText(""),
        seal.isEmpty() ? null : new Signature(Signature.Family.ANTHROPIC, seal));
  }

  private static JsonNode json(byte[] body) {
    try {
      return Json.read(body);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's answer is no JSON");
    }
  }
}
