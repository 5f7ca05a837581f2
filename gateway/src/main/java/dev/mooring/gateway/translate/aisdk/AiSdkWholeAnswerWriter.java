package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.WholeAnswerWriter;
import java.io.IOException;

/** Writes the result of {@code doGenerate}. */
public final class AiSdkWholeAnswerWriter implements WholeAnswerWriter {

  @Override
  public byte[] write(ModelAnswer answer, AnswerContext context) {
    return Json.bytes(
        json -> {
          AnswerJson pieces = new AnswerJson(context);
          json.writeStartObject();
          json.writeArrayFieldStart("content");
          boolean declined = content(json, pieces, answer);
          json.writeEndArray();
          pieces.end(json, answer.stop(), declined, answer.usage());
          pieces.warnings(json);
          json.writeObjectFieldStart("response");
          pieces.response(json, answer.id());
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  /** Writes the parts; whether the model declined in one of them. */
  private static boolean content(JsonGenerator json, AnswerJson pieces, ModelAnswer answer)
      throws IOException {
    boolean declined = false;
    int number = 0;
    int sources = 0;
    for (Part part : answer.parts()) {
      json.writeStartObject();
      if (part instanceof Part.Source source) {
        json.writeStringField("type", "source");
        pieces.source(json, sources++, source);
      } else {
        part(json, pieces, number++, part);
      }
      json.writeEndObject();
      declined |= part instanceof Part.Refusal;
    }
    return declined;
  }

  private static void part(JsonGenerator json, AnswerJson pieces, int number, Part part)
      throws IOException {
    if (part instanceof Part.Text text) {
      text(json, "text", text.text());
    } else if (part instanceof Part.Refusal refusal) {
      text(json, "text", refusal.text());
    } else if (part instanceof Part.Reasoning reasoning) {
      text(json, "reasoning", reasoning.text());
      if (reasoning.signature() != null) {
        pieces.seal(json, number, reasoning.signature());
      }
    } else if (part instanceof Part.ToolCall call) {
      json.writeStringField("type", "tool-call");
      pieces.toolCall(json, number, call.id(), call.name(), call.arguments(), call.signature());
    } else if (part instanceof Part.Media media) {
      json.writeStringField("type", "file");
      pieces.file(json, media);
    } else {
      throw new IllegalArgumentException("no part of an answer: " + part);
    }
  }

  private static void text(JsonGenerator json, String type, String text) throws IOException {
    json.writeStringField("type", type);
    json.writeStringField("text", text);
  }
}
