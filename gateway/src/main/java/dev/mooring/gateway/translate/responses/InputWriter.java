package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.HashedId;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes messages as the items of {@code input}. What is written of one depends on none after it.
 */
final class InputWriter {
  private static final int LONGEST_ID = 64;

  private final JsonGenerator json;
  private final Set<String> freeform;
  private final WarningSink warnings;
  private final Set<String> freeformCalls = new HashSet<>(0);
  private final ContentWriter contents;

  /**
   * @param freeform the names of the tools that take bare text
   */
  InputWriter(JsonGenerator json, Set<String> freeform, WarningSink warnings) {
    this.json = json;
    this.freeform = freeform;
    this.warnings = warnings;
    this.contents = new ContentWriter(json);
  }

  /** Writes a message's items. */
  void write(Message message) throws IOException {
    switch (message.role()) {
      case SYSTEM -> said("system", message.parts());
      case USER -> said("user", message.parts());
      case ASSISTANT -> answered(message.parts());
      case TOOL -> {
        for (Part part : message.parts()) {
          if (part instanceof Part.ToolResult result) {
            result(result);
          }
        }
      }
    }
  }

  private void said(String role, List<Part> parts) throws IOException {
    begin("message");
    json.writeStringField("role", role);
    json.writeFieldName("content");
    contents.input(parts);
    json.writeEndObject();
  }

  /** Writes what the model said; texts in a row are one message. */
  private void answered(List<Part> parts) throws IOException {
    boolean open = false;
    for (Part part : parts) {
      boolean words = part instanceof Part.Text || part instanceof Part.Refusal;
      if (open && !words) {
        json.writeEndArray();
        json.writeEndObject();
      }
      if (words) {
        if (!open) {
          begin("message");
          json.writeStringField("role", "assistant");
          json.writeArrayFieldStart("content");
        }
        contents.output(part);
      } else if (part instanceof Part.Reasoning reasoning) {
        reasoning(reasoning);
      } else if (part instanceof Part.ToolCall call) {
        call(call);
      } else if (part instanceof Part.Media) {
        warnings.unsupported("content", "files in the model's own earlier answers are left out");
      }
      open = words;
    }
    if (open) {
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  /** Writes thoughts of OpenAI's models; they take no others, and none without a seal. */
  private void reasoning(Part.Reasoning reasoning) throws IOException {
    Signature seal = reasoning.signature();
    if (seal == null || seal.family() != Signature.Family.OPENAI) {
      warnings.unsupported("reasoning", "thoughts of models of other providers are left out");
      return;
    }
    begin("reasoning");
    json.writeArrayFieldStart("summary");
    if (!reasoning.text().isEmpty()) {
      json.writeStartObject();
      json.writeStringField("type", "summary_text");
      json.writeStringField("text", reasoning.text());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("encrypted_content", seal.value());
    json.writeEndObject();
  }

  private void call(Part.ToolCall call) throws IOException {
    if (call.signature() != null) {
      warnings.unsupported("tool calls", "the seals of another provider on them are left out");
    }
    boolean bare = freeform.contains(call.name());
    begin(bare ? "custom_tool_call" : "function_call");
    json.writeStringField("call_id", id(call.id()));
    json.writeStringField("name", call.name());
    if (bare) {
      freeformCalls.add(call.id());
      json.writeStringField("input", FreeformInput.of(call.arguments()));
    } else {
      json.writeStringField("arguments", call.arguments());
    }
    json.writeEndObject();
  }

  private void result(Part.ToolResult result) throws IOException {
    if (result.error()) {
      warnings.unsupported("is_error", "left out: only the tool's words tell of its failure");
    }
    begin(
        freeformCalls.contains(result.callId())
            ? "custom_tool_call_output"
            : "function_call_output");
    json.writeStringField("call_id", id(result.callId()));
    json.writeFieldName("output");
    List<Part> content = result.content();
    if (content.isEmpty()) {
      json.writeString("");
    } else if (content.size() == 1 && content.get(0) instanceof Part.Text text) {
      json.writeString(text.text());
    } else {
      contents.input(content);
    }
    json.writeEndObject();
  }

  private void begin(String type) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type);
  }

  /** An id as the API takes it. */
  private static String id(String id) {
    return id.length() <= LONGEST_ID ? id : "call_" + HashedId.of(id, 24);
  }
}
