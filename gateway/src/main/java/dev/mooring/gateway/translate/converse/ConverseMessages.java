package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.CallArguments;
import dev.mooring.gateway.translate.model.HashedId;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code system} and {@code messages}: the conversation as turns of the user and the assistant, who
 * alternate strictly. What an earlier turn becomes never depends on a later one.
 */
final class ConverseMessages {
  private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
  private static final Pattern MISTRAL_ID = Pattern.compile("[a-zA-Z0-9]{9}");
  private static final int ID_LENGTH = 24;

  private final ModelRequest request;
  private final ConverseModel model;
  private final CachePoints cache;
  private final WarningSink warnings;
  private final ConverseFiles files = new ConverseFiles();

  /** How many messages at the start become {@code system}. */
  private final int leading;

  /** Who speaks in the message that is open, or null. */
  private @Nullable String role;

  /** Whether the message that is open has text, or a document that needs some. */
  private boolean text;

  private boolean document;

  /** The conversation of a request. */
  ConverseMessages(
      ModelRequest request, ConverseModel model, CachePoints cache, WarningSink warnings) {
    this.request = request;
    this.model = model;
    this.cache = cache;
    this.warnings = warnings;
    leading = leading(request);
  }

  /** How many messages at the start are of the system; none where all are: then the user speaks. */
  static int leading(ModelRequest request) {
    List<Message> messages = request.messages();
    int first = 0;
    while (first < messages.size() && messages.get(first).role() == Message.Role.SYSTEM) {
      first++;
    }
    return first == messages.size() ? 0 : first;
  }

  /** Writes both fields. */
  void write(JsonGenerator json) throws IOException {
    List<Message> messages = request.messages();
    if (leading > 0) {
      json.writeArrayFieldStart("system");
      for (Message message : messages.subList(0, leading)) {
        system(message, json);
      }
      json.writeEndArray();
    }
    json.writeArrayFieldStart("messages");
    boolean marked = false;
    for (int i = leading; i < messages.size(); i++) {
      marked = message(messages.get(i), i == messages.size() - 1, json);
    }
    if (role != null && !marked) {
      cache.inMessages(request.cache(), json);
    }
    end(json);
    json.writeEndArray();
  }

  private void system(Message message, JsonGenerator json) throws IOException {
    for (Part part : message.parts()) {
      if (part instanceof Part.Text words && !words.text().isBlank()) {
        json.writeStartObject();
        json.writeStringField("text", words.text());
        json.writeEndObject();
        cache.beforeMessages(words.cache(), json);
      }
    }
  }

  /** Writes a message; whether it ends in a cache point. */
  private boolean message(Message message, boolean last, JsonGenerator json) throws IOException {
    boolean assistant = message.role() == Message.Role.ASSISTANT;
    if (message.role() == Message.Role.SYSTEM && leading > 0) {
      warnings.unsupported("role", "a system message amid the conversation: told as the user's");
    }
    boolean marked = false;
    List<Part> parts = message.parts();
    if (!assistant) {
      for (Part part : parts) {
        if (part instanceof Part.ToolResult) {
          marked = part(part, "user", false, json);
        }
      }
    }
    for (int i = 0; i < parts.size(); i++) {
      if (assistant || !(parts.get(i) instanceof Part.ToolResult)) {
        boolean open = assistant && last && i == parts.size() - 1;
        marked = part(parts.get(i), assistant ? "assistant" : "user", open, json);
      }
    }
    return marked;
  }

  /**
   * Writes a part.
   *
   * @param open whether the model is to go on from here: then no white space may end it
   * @return whether a cache point follows it
   */
  private boolean part(Part part, String speaker, boolean open, JsonGenerator json)
      throws IOException {
    if (part instanceof Part.Text words) {
      words(open ? words.text().stripTrailing() : words.text(), speaker, json);
    } else if (part instanceof Part.Refusal refusal) {
      words(refusal.text(), speaker, json);
    } else if (part instanceof Part.Media media) {
      begin(speaker, json);
      document |= ConverseFiles.document(media);
      files.write(media, json);
    } else if (part instanceof Part.Reasoning reasoning) {
      reasoning(reasoning, speaker, json);
    } else if (part instanceof Part.ToolCall call) {
      begin(speaker, json);
      call(call, json);
    } else if (part instanceof Part.ToolResult result) {
      begin(speaker, json);
      result(result, json);
    }
    return role != null && cache.inMessages(CachePoints.of(part), json);
  }

  private void words(String words, String speaker, JsonGenerator json) throws IOException {
    if (!words.isBlank()) {
      begin(speaker, json);
      block(words, json);
      text = true;
    }
  }

  private void reasoning(Part.Reasoning reasoning, String speaker, JsonGenerator json)
      throws IOException {
    Signature seal = reasoning.signature();
    if (seal == null || seal.family() != Signature.Family.ANTHROPIC) {
      unread();
      return;
    }
    begin(speaker, json);
    json.writeStartObject();
    json.writeObjectFieldStart("reasoningContent");
    if (seal.redacted()) {
      json.writeStringField("redactedContent", seal.value());
    } else {
      json.writeObjectFieldStart("reasoningText");
      json.writeStringField("text", reasoning.text());
      json.writeStringField("signature", seal.value());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void unread() {
    warnings.unsupported(
        "reasoning", "earlier reasoning left out: it has no seal that Bedrock's models can read");
  }

  private void call(Part.ToolCall call, JsonGenerator json) throws IOException {
    if (call.signature() != null) {
      unread();
    }
    json.writeStartObject();
    json.writeObjectFieldStart("toolUse");
    json.writeStringField("toolUseId", id(call.id()));
    json.writeStringField("name", call.name());
    json.writeFieldName("input");
    CallArguments.write(call.arguments(), json);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void result(Part.ToolResult result, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("toolResult");
    json.writeStringField("toolUseId", id(result.callId()));
    json.writeArrayFieldStart("content");
    for (Part part : result.content()) {
      if (part instanceof Part.Text words && !words.text().isEmpty()) {
        block(words.text(), json);
      } else if (part instanceof Part.Media media) {
        files.write(media, json);
      }
    }
    json.writeEndArray();
    if (result.error() && model.knowsStatus()) {
      json.writeStringField("status", "error");
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** A call's id as the model takes it, always the same one of the same id. */
  private String id(String id) {
    boolean mistral = model.vendor().equals("mistral");
    return (mistral ? MISTRAL_ID : ID).matcher(id).matches()
        ? id
        : HashedId.of(id, mistral ? 9 : ID_LENGTH);
  }

  private static void block(String words, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("text", words);
    json.writeEndObject();
  }

  private void begin(String speaker, JsonGenerator json) throws IOException {
    if (speaker.equals(role)) {
      return;
    }
    end(json);
    role = speaker;
    text = false;
    document = false;
    json.writeStartObject();
    json.writeStringField("role", speaker);
    json.writeArrayFieldStart("content");
  }

  private void end(JsonGenerator json) throws IOException {
    if (role != null) {
      if (document && !text) {
        block("The document:", json);
      }
      json.writeEndArray();
      json.writeEndObject();
      role = null;
    }
  }
}
