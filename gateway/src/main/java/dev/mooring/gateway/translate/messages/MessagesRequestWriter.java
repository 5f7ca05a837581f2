package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;

/** Writes requests to Messages. */
public final class MessagesRequestWriter implements RequestWriter {

  @Override
  public byte[] write(ModelRequest request, Target target, WarningSink warnings) {
    Long limit = request.sampling().maxOutputTokens();
    return Json.bytes(
        json -> {
          json.writeStartObject();
          json.writeStringField("model", target.model());
          json.writeNumberField("max_tokens", limit == null ? 8192 : limit);
          json.writeArrayFieldStart("system");
          for (Message message : request.messages()) {
            if (message.role() == Message.Role.SYSTEM) {
              texts(json, message);
            }
          }
          json.writeEndArray();
          json.writeArrayFieldStart("messages");
          for (Message message : request.messages()) {
            if (message.role() != Message.Role.SYSTEM) {
              json.writeStartObject();
              json.writeStringField(
                  "role", message.role() == Message.Role.ASSISTANT ? "assistant" : "user");
              json.writeArrayFieldStart("content");
              texts(json, message);
              json.writeEndArray();
              json.writeEndObject();
            }
          }
          json.writeEndArray();
          if (request.stream()) {
            json.writeBooleanField("stream", true);
          }
          json.writeEndObject();
        });
  }

  private static void texts(JsonGenerator json, Message message) throws IOException {
    for (Part part : message.parts()) {
      if (part instanceof Part.Text text) {
        json.writeStartObject();
        json.writeStringField("type", "text");
        json.writeStringField("text", text.text());
        json.writeEndObject();
      }
    }
  }
}
