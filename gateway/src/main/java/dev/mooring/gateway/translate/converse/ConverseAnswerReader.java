package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerReader;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
    boolean answered = false;
    for (JsonNode block : content) {
      answered |= block.path("toolUse").path("name").asText("").equals(ConverseJson.ANSWER);
      block(block, parts);
    }
    boolean called = parts.stream().anyMatch(Part.ToolCall.class::isInstance);
    return new ModelAnswer(
        null,
        null,
        List.copyOf(parts),
        ConverseJson.stop(answer, called, answered),
        ConverseJson.stopSequence(answer),
        ConverseUsage.read(answer.path("usage")));
  }

  /** Adds a block's meaning; what other formats have no word for is passed over. */
  private static void block(JsonNode block, List<Part> parts) {
    if (block.path("text").isTextual()) {
      parts.add(new Part.Text(block.path("text").textValue(), null));
    } else if (block.path("toolUse").isObject()) {
      parts.add(call(block.path("toolUse")));
    } else if (block.path("reasoningContent").isObject()) {
      parts.add(reasoning(block.path("reasoningContent")));
    } else if (block.path("image").path("source").path("bytes").isTextual()) {
      parts.add(image(block.path("image")));
    } else if (block.path("citationsContent").isObject()) {
      cited(block.path("citationsContent"), parts);
    }
  }

  private static Part call(JsonNode call) {
    JsonNode input = call.path("input");
    String arguments = input.isObject() ? Json.text(input) : "{}";
    String name = call.path("name").asText("");
    return name.equals(ConverseJson.ANSWER)
        ? new Part.Text(arguments, null)
        : new Part.ToolCall(call.path("toolUseId").asText(""), name, arguments, null, null);
  }

  private static Part reasoning(JsonNode reasoning) {
    Signature redacted = ConverseJson.redacted(reasoning);
    JsonNode text = reasoning.path("reasoningText");
    return redacted == null
        ? new Part.Reasoning(text.path("text").asText(""), ConverseJson.seal(text))
        : new Part.Reasoning("", redacted);
  }

  private static Part image(JsonNode image) {
    return new Part.Media(
        "image/" + image.path("format").asText("*"),
        new Part.Media.Source.Data(image.path("source").path("bytes").textValue()),
        null,
        null,
        null);
  }

  private static void cited(JsonNode cited, List<Part> parts) {
    StringBuilder text = new StringBuilder();
    cited.path("content").forEach(piece -> text.append(piece.path("text").asText("")));
    parts.add(new Part.Text(text.toString(), null));
    for (JsonNode citation : cited.path("citations")) {
      Part.Source source = ConverseJson.source(citation);
      if (source != null && !parts.contains(source)) {
        parts.add(source);
      }
    }
  }

  private static JsonNode json(byte[] body) {
    try {
      return Json.read(body);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's answer is no JSON");
    }
  }
}
