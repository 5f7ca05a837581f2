package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.WarnOnce;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests to the Responses API, which then stores nothing: whole conversations are sent,
 * and thoughts travel encrypted.
 */
public final class ResponsesRequestWriter implements RequestWriter {

  @Override
  public byte[] write(ModelRequest request, Target target, WarningSink warnings) {
    WarningSink once = new WarnOnce(warnings);
    return Json.bytes(
        json -> {
          json.writeStartObject();
          json.writeStringField("model", target.model());
          conversation(json, request, once);
          tools(json, request, once);
          new RequestFields(json, request, target, once).write();
          json.writeEndObject();
        });
  }

  private static void conversation(JsonGenerator json, ModelRequest request, WarningSink warnings)
      throws IOException {
    List<Message> messages = request.messages();
    String instructions = instructions(messages);
    if (instructions != null) {
      json.writeStringField("instructions", instructions);
    }
    json.writeArrayFieldStart("input");
    InputWriter input = new InputWriter(json, ToolFields.freeform(request), warnings);
    for (Message message : instructions == null ? messages : messages.subList(1, messages.size())) {
      input.write(message);
    }
    json.writeEndArray();
  }

  /** The rules that a conversation begins with, where they are one text; else null. */
  static @Nullable String instructions(List<Message> messages) {
    if (messages.isEmpty()) {
      return null;
    }
    Message first = messages.get(0);
    return first.role() == Message.Role.SYSTEM
            && first.parts().size() == 1
            && first.parts().get(0) instanceof Part.Text text
        ? text.text()
        : null;
  }

  private static void tools(JsonGenerator json, ModelRequest request, WarningSink warnings)
      throws IOException {
    List<Tool> all = request.tools();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) instanceof Tool.Hosted hosted && !ToolFields.ours(hosted)) {
        warnings.unsupported("tools[" + i + "]", "left out: the provider has no such tool");
      }
    }
    if (all.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("tools");
    ToolFields.write(json, all);
    json.writeEndArray();
    if (request.toolChoice() != null) {
      json.writeFieldName("tool_choice");
      ToolFields.write(json, request.toolChoice(), all);
    }
    if (request.parallelToolCalls() != null) {
      json.writeBooleanField("parallel_tool_calls", request.parallelToolCalls());
    }
  }
}
