package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;

/** Writes requests for Converse; the model and whether to stream stand in the URL. */
public final class ConverseRequestWriter implements RequestWriter {

  @Override
  public byte[] write(ModelRequest request, Target target, WarningSink warnings) {
    return Json.bytes(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("messages");
          for (Message message : request.messages()) {
            message(message, json);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void message(Message message, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("role", message.role() == Message.Role.ASSISTANT ? "assistant" : "user");
    json.writeArrayFieldStart("content");
    for (Part part : message.parts()) {
      if (part instanceof Part.Text text) {
        json.writeStartObject();
        json.writeStringField("text", text.text());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
