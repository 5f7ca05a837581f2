package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.WholeAnswerWriter;

/** Writes whole answers of the Responses API. */
public final class ResponsesWholeAnswerWriter implements WholeAnswerWriter {

  @Override
  public byte[] write(ModelAnswer answer, AnswerContext context) {
    return Json.bytes(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", "resp_" + context.id());
          json.writeStringField("object", "response");
          json.writeNumberField("created_at", context.at().getEpochSecond());
          json.writeStringField("status", "completed");
          json.writeStringField("model", context.model());
          json.writeArrayFieldStart("output");
          for (Part part : answer.parts()) {
            if (part instanceof Part.Text text) {
              json.writeStartObject();
              json.writeStringField("type", "message");
              json.writeStringField("role", "assistant");
              json.writeArrayFieldStart("content");
              json.writeStartObject();
              json.writeStringField("type", "output_text");
              json.writeStringField("text", text.text());
              json.writeEndObject();
              json.writeEndArray();
              json.writeEndObject();
            }
          }
          json.writeEndArray();
          UsageFields.write(json, answer.usage());
          json.writeEndObject();
        });
  }
}
