package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes an assistant's message of a request. */
final class AssistantWriter {
  private final JsonGenerator json;
  private final Flavor flavor;
  private final ModelRequest request;
  private final ContentWriter content;
  private final WarningSink warnings;

  AssistantWriter(
      JsonGenerator json,
      Flavor flavor,
      ModelRequest request,
      ContentWriter content,
      WarningSink warnings) {
    this.json = json;
    this.flavor = flavor;
    this.request = request;
    this.content = content;
    this.warnings = warnings;
  }

  /** Writes the message; nothing where there is nothing that the provider takes. */
  void write(Message message) throws IOException {
    StringBuilder thoughts = new StringBuilder();
    StringBuilder refusal = new StringBuilder();
    List<Part> texts = new ArrayList<>();
    List<Part.ToolCall> calls = new ArrayList<>();
    for (Part part : message.parts()) {
      if (part instanceof Part.Text) {
        texts.add(part);
      } else if (part instanceof Part.ToolCall call) {
        calls.add(call);
      } else if (part instanceof Part.Reasoning reasoning) {
        thoughts(reasoning, thoughts);
      } else if (part instanceof Part.Refusal declined) {
        refusal(declined, refusal, texts);
      } else if (part instanceof Part.Media) {
        warnings.unsupported("images of the model", "left out: the provider takes none back");
      }
    }
    if (texts.isEmpty() && calls.isEmpty() && refusal.isEmpty()) {
      return;
    }
    json.writeStartObject();
    json.writeStringField("role", "assistant");
    if (!thoughts.isEmpty()) {
      json.writeStringField("reasoning_content", thoughts.toString());
    }
    json.writeFieldName("content");
    if (texts.isEmpty()) {
      json.writeNull();
    } else {
      content.write(texts, "");
    }
    if (!refusal.isEmpty()) {
      json.writeStringField("refusal", refusal.toString());
    }
    calls(calls);
    json.writeEndObject();
  }

  /** Adds thoughts where the provider takes them back; what another family sealed, none does. */
  private void thoughts(Part.Reasoning reasoning, StringBuilder thoughts) {
    if (flavor.takesThoughts() && reasoning.signature() == null) {
      thoughts.append(reasoning.text());
    } else {
      warnings.unsupported("reasoning", "left out: the provider does not take it back");
    }
  }

  private void refusal(Part.Refusal declined, StringBuilder refusal, List<Part> texts) {
    if (flavor == Flavor.OPENAI) {
      refusal.append(declined.text());
    } else {
      texts.add(new Part.Text(declined.text(), null));
    }
  }

  private void calls(List<Part.ToolCall> calls) throws IOException {
    if (calls.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("tool_calls");
    for (Part.ToolCall call : calls) {
      call(call);
    }
    json.writeEndArray();
  }

  private void call(Part.ToolCall call) throws IOException {
    boolean freeform = flavor == Flavor.OPENAI && FreeformInput.takes(request, call.name());
    json.writeStartObject();
    json.writeStringField("id", CallIds.of(call.id(), flavor));
    json.writeStringField("type", freeform ? "custom" : "function");
    json.writeObjectFieldStart(freeform ? "custom" : "function");
    json.writeStringField("name", call.name());
    if (freeform) {
      json.writeStringField("input", FreeformInput.of(call.arguments()));
    } else {
      json.writeStringField("arguments", call.arguments());
    }
    json.writeEndObject();
    seal(call);
    json.writeEndObject();
  }

  /** Writes a call's seal for Gemini's models behind this API; others do not know the field. */
  private void seal(Part.ToolCall call) throws IOException {
    if (call.signature() == null) {
      return;
    }
    if (flavor != Flavor.COMPATIBLE) {
      warnings.unsupported("reasoning", "left out: the provider does not take it back");
      return;
    }
    json.writeObjectFieldStart("extra_content");
    json.writeObjectFieldStart("google");
    json.writeStringField("thought_signature", call.signature().value());
    json.writeEndObject();
    json.writeEndObject();
  }
}
