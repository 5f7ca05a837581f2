package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.WholeAnswerWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes whole answers of Messages. */
public final class MessagesWholeAnswerWriter implements WholeAnswerWriter {

  @Override
  public byte[] write(ModelAnswer answer, AnswerContext context) {
    boolean refused = answer.parts().stream().anyMatch(Part.Refusal.class::isInstance);
    return Json.bytes(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", Naming.id(answer.id(), context));
          json.writeStringField("type", "message");
          json.writeStringField("role", "assistant");
          json.writeStringField("model", context.model());
          json.writeArrayFieldStart("content");
          for (Part part : answer.parts()) {
            part(json, part);
          }
          json.writeEndArray();
          json.writeStringField("stop_reason", StopWords.of(answer.stop(), refused));
          json.writeStringField("stop_sequence", answer.stopSequence());
          json.writeFieldName("usage");
          Usages.write(json, answer.usage());
          json.writeEndObject();
        });
  }

  /** Writes a part that says something; media and sources, Messages has no place for. */
  private static void part(JsonGenerator json, Part part) throws IOException {
    if (part instanceof Part.Text text) {
      text(json, text.text());
    } else if (part instanceof Part.Refusal refusal) {
      text(json, refusal.text());
    } else if (part instanceof Part.Reasoning reasoning) {
      thinking(json, reasoning.text(), reasoning.signature());
    } else if (part instanceof Part.ToolCall call) {
      thinking(json, "", call.signature());
      toolUse(json, call);
    }
  }

  private static void text(JsonGenerator json, String text) throws IOException {
    if (!text.isEmpty()) {
      json.writeStartObject();
      json.writeStringField("type", "text");
      json.writeStringField("text", text);
      json.writeEndObject();
    }
  }

  private static void thinking(JsonGenerator json, String text, @Nullable Signature seal)
      throws IOException {
    if (text.isEmpty() && seal == null) {
      return;
    }
    String sealed = seal == null ? "" : seal.in(Signature.Family.ANTHROPIC);
    json.writeStartObject();
    if (text.isEmpty() && seal != null && seal.redacted()) {
      json.writeStringField("type", "redacted_thinking");
      json.writeStringField("data", sealed);
    } else {
      json.writeStringField("type", "thinking");
      json.writeStringField("thinking", text);
      json.writeStringField("signature", sealed);
    }
    json.writeEndObject();
  }

  private static void toolUse(JsonGenerator json, Part.ToolCall call) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "tool_use");
    json.writeStringField("id", call.id());
    json.writeStringField("name", call.name());
    json.writeFieldName("input");
    input(json, call.arguments());
    json.writeEndObject();
  }

  /** Writes arguments; what is no JSON object, because it was cut short, inside of one. */
  private static void input(JsonGenerator json, String arguments) throws IOException {
    JsonNode input = arguments.isBlank() ? null : Json.readOrNull(arguments);
    if (input != null && input.isObject()) {
      json.writeTree(input);
      return;
    }
    json.writeStartObject();
    if (!arguments.isBlank()) {
      json.writeStringField("invalid_arguments", arguments);
    }
    json.writeEndObject();
  }
}
