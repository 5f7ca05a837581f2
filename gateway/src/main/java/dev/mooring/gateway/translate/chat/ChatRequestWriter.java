package dev.mooring.gateway.translate.chat;

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

/** Writes requests of Chat Completions. */
public final class ChatRequestWriter implements RequestWriter {

  /** A writer. */
  public ChatRequestWriter() {}

  @Override
  public byte[] write(ModelRequest request, Target target, WarningSink warnings) {
    return Json.bytes(json -> body(json, request, target));
  }

  private static void body(JsonGenerator json, ModelRequest request, Target target)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("model", target.model());
    json.writeArrayFieldStart("messages");
    for (Message message : request.messages()) {
      json.writeStartObject();
      json.writeStringField("role", message.role().name().toLowerCase(Locale.ROOT));
      StringBuilder text = new StringBuilder();
      for (Part part : message.parts()) {
        if (part instanceof Part.Text said) {
          text.append(said.text());
        }
      }
      json.writeStringField("content", text.toString());
      json.writeEndObject();
    }
    json.writeEndArray();
    if (request.stream()) {
      json.writeBooleanField("stream", true);
      if (target.streamUsage()) {
        json.writeObjectFieldStart("stream_options");
        json.writeBooleanField("include_usage", true);
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }
}
