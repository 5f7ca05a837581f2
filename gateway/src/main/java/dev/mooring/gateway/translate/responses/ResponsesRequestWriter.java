package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.Locale;

/** Writes requests to the Responses API. */
public final class ResponsesRequestWriter implements RequestWriter {

  @Override
  public byte[] write(ModelRequest request, Target target, WarningSink warnings) {
    return Json.bytes(
        json -> {
          json.writeStartObject();
          json.writeStringField("model", target.model());
          json.writeArrayFieldStart("input");
          for (Message message : request.messages()) {
            message(json, message);
          }
          json.writeEndArray();
          json.writeBooleanField("stream", request.stream());
          json.writeBooleanField("store", false);
          json.writeEndObject();
        });
  }

  private static void message(JsonGenerator json, Message message) throws IOException {
    json.writeStartObject();
    json.writeStringField("role", message.role().name().toLowerCase(Locale.ROOT));
    StringBuilder text = new StringBuilder();
    for (Part part : message.parts()) {
      text.append(part instanceof Part.Text words ? words.text() : "");
    }
    json.writeStringField("content", text.toString());
    json.writeEndObject();
  }
}
