package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes {@code messages}. What a message becomes depends on nothing that comes after it, so that
 * the next turn begins with the same bytes.
 */
final class MessagesWriter {
  private final JsonGenerator json;
  private final Flavor flavor;
  private final WarningSink warnings;
  private final ContentWriter content;
  private final AssistantWriter assistants;

  MessagesWriter(JsonGenerator json, Flavor flavor, ModelRequest request, WarningSink warnings) {
    this.json = json;
    this.flavor = flavor;
    this.warnings = warnings;
    this.content = new ContentWriter(json, flavor);
    this.assistants = new AssistantWriter(json, flavor, request, content, warnings);
  }

  /** Writes the array. */
  void write(List<Message> messages) throws IOException {
    json.writeStartArray();
    for (Message message : messages) {
      switch (message.role()) {
        case SYSTEM -> said("system", message.parts());
        case USER -> said("user", message.parts());
        case ASSISTANT -> assistants.write(message);
        case TOOL -> results(message);
      }
    }
    json.writeEndArray();
  }

  private void said(String role, List<Part> parts) throws IOException {
    if (parts.isEmpty()) {
      return;
    }
    json.writeStartObject();
    json.writeStringField("role", role);
    json.writeFieldName("content");
    content.write(parts, "\n\n");
    json.writeEndObject();
  }

  /** Writes results, a message each; what is no text follows them as a user's message. */
  private void results(Message message) throws IOException {
    List<Part> media = new ArrayList<>();
    for (Part part : message.parts()) {
      if (part instanceof Part.ToolResult result) {
        result(result, media);
      } else {
        media.add(part);
      }
    }
    said("user", media);
  }

  private void result(Part.ToolResult result, List<Part> media) throws IOException {
    if (result.error()) {
      warnings.unsupported("is_error", "left out: only the tool's words tell of its failure");
    }
    List<Part> texts = new ArrayList<>();
    for (Part part : result.content()) {
      (part instanceof Part.Text ? texts : media).add(part);
    }
    if (texts.size() < result.content().size()) {
      warnings.unsupported("tool results", "what is no text follows as a message of the user");
    }
    json.writeStartObject();
    json.writeStringField("role", "tool");
    json.writeStringField("tool_call_id", CallIds.of(result.callId(), flavor));
    if (flavor == Flavor.MISTRAL && result.name() != null) {
      json.writeStringField("name", result.name());
    }
    json.writeFieldName("content");
    if (result.cache() != null && !texts.isEmpty()) {
      int last = texts.size() - 1;
      texts.set(last, texts.get(last).marked(result.cache()));
    }
    content.write(texts, "\n");
    json.writeEndObject();
  }
}
