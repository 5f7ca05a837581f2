package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code systemInstruction} and {@code contents}: the conversation as turns of the user and the
 * model, who alternate. What an earlier turn becomes never depends on a later one.
 */
final class GeminiContents {
  private final List<Message> messages;
  private final GeminiModel model;
  private final GeminiPartWriter parts;
  private final WarningSink warnings;

  /** How many messages at the start are of the system. */
  private final int leading;

  /** Whether the system's words are told as the user's. */
  private final boolean systemAsUser;

  /** The calls so far: their places and names by their ids. */
  private final Map<String, Call> calls = new HashMap<>();

  /** Who speaks in the content that is open, or null. */
  private @Nullable String role;

  private record Call(int place, String name) {}

  /** The conversation of a request. */
  GeminiContents(
      List<Message> messages, GeminiModel model, GeminiPartWriter parts, WarningSink warnings) {
    this.messages = messages;
    this.model = model;
    this.parts = parts;
    this.warnings = warnings;
    int first = 0;
    while (first < messages.size() && messages.get(first).role() == Message.Role.SYSTEM) {
      first++;
    }
    leading = first;
    systemAsUser = model.withoutSystem() || leading == messages.size();
  }

  /** Writes both fields. */
  void write(JsonGenerator json) throws IOException {
    if (leading > 0 && !systemAsUser) {
      json.writeObjectFieldStart("systemInstruction");
      json.writeArrayFieldStart("parts");
      for (Message message : messages.subList(0, leading)) {
        texts(message, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeArrayFieldStart("contents");
    int at = systemAsUser ? 0 : leading;
    while (at < messages.size()) {
      at = next(at, json);
    }
    end(json);
    json.writeEndArray();
  }

  /** Writes a message, or the results of several; the place of the next. */
  private int next(int at, JsonGenerator json) throws IOException {
    Message message = messages.get(at);
    switch (message.role()) {
      case SYSTEM -> {
        if (at >= leading) {
          warnings.unsupported(
              "role", "a system message amid the conversation: told as the user's");
        }
        user(message.parts(), json);
      }
      case USER -> user(message.parts(), json);
      case ASSISTANT -> assistant(message.parts(), json);
      case TOOL -> {
        return results(at, json);
      }
    }
    return at + 1;
  }

  private void user(List<Part> said, JsonGenerator json) throws IOException {
    List<Part.ToolResult> results = new ArrayList<>(0);
    for (Part part : said) {
      if (part instanceof Part.ToolResult result) {
        results.add(result);
      }
    }
    results(results, json);
    for (Part part : said) {
      if (part instanceof Part.Text text) {
        words(text.text(), null, "user", json);
      } else if (part instanceof Part.Media media) {
        begin("user", json);
        parts.media(media, null, json);
      }
    }
  }

  private void assistant(List<Part> said, JsonGenerator json) throws IOException {
    boolean sealed = !model.third();
    for (int i = 0; i < said.size(); i++) {
      Part part = said.get(i);
      Signature seal = i + 1 < said.size() ? bareSeal(said.get(i + 1)) : null;
      boolean calls = i + 2 < said.size() && said.get(i + 2) instanceof Part.ToolCall;
      if (part instanceof Part.ToolCall call) {
        sealed = call(call, null, sealed, json);
      } else if (bareSeal(part) != null
          && i + 1 < said.size()
          && said.get(i + 1) instanceof Part.ToolCall call) {
        sealed = call(call, bareSeal(part), sealed, json);
        i++;
      } else {
        boolean takes = seal != null && !calls && takesSeal(part);
        said(part, takes ? seal : null, json);
        i += takes ? 1 : 0;
      }
    }
  }

  /** Whether a seal that follows a part is the part's. */
  private static boolean takesSeal(Part part) {
    return part instanceof Part.Text || part instanceof Part.Media;
  }

  private void said(Part part, @Nullable Signature seal, JsonGenerator json) throws IOException {
    if (part instanceof Part.Text text) {
      words(text.text(), seal, "model", json);
    } else if (part instanceof Part.Refusal refusal) {
      words(refusal.text(), null, "model", json);
    } else if (part instanceof Part.Reasoning reasoning) {
      reasoning(reasoning, json);
    } else if (part instanceof Part.Media media) {
      begin("model", json);
      parts.media(media, seal, json);
    }
  }

  private void reasoning(Part.Reasoning reasoning, JsonGenerator json) throws IOException {
    Signature seal = reasoning.signature();
    if (seal != null && seal.family() != Signature.Family.GOOGLE) {
      warnings.unsupported("reasoning", "earlier reasoning left out: another provider sealed it");
    } else if (seal != null || !reasoning.text().isEmpty()) {
      begin("model", json);
      parts.thought(reasoning.text(), seal, json);
    }
  }

  /**
   * Writes a call. Gemini 3 refuses a turn whose first call has no seal; for calls that another
   * model made it has a word in its place.
   *
   * @param before the seal that stands right before the call, or null
   * @param sealed whether a call of the message has a seal, or needs none
   * @return whether now one has
   */
  private boolean call(
      Part.ToolCall call, @Nullable Signature before, boolean sealed, JsonGenerator json)
      throws IOException {
    Signature own = call.signature() == null ? before : call.signature();
    String seal = own == null || own.family() != Signature.Family.GOOGLE ? null : own.value();
    if (seal == null && !sealed) {
      seal = "skip_thought_signature_validator";
    }
    calls.put(call.id(), new Call(calls.size(), call.name()));
    begin("model", json);
    parts.call(call, seal, json);
    return sealed || seal != null;
  }

  /** Writes the results of neighbouring messages, in the order of their calls. */
  private int results(int from, JsonGenerator json) throws IOException {
    int to = from;
    List<Part.ToolResult> results = new ArrayList<>();
    while (to < messages.size() && messages.get(to).role() == Message.Role.TOOL) {
      for (Part part : messages.get(to++).parts()) {
        if (part instanceof Part.ToolResult result) {
          results.add(result);
        }
      }
    }
    results(results, json);
    return to;
  }

  private void results(List<Part.ToolResult> results, JsonGenerator json) throws IOException {
    results.sort(Comparator.comparingInt(result -> place(result.callId())));
    for (Part.ToolResult result : results) {
      begin("user", json);
      Call call = calls.get(result.callId());
      String told = result.name() == null ? result.callId() : result.name();
      parts.result(result, call == null ? told : call.name(), json);
    }
    for (Part.ToolResult result : results) {
      parts.mediaBeside(result, json);
    }
  }

  private int place(String callId) {
    Call call = calls.get(callId);
    return call == null ? Integer.MAX_VALUE : call.place();
  }

  private void texts(Message message, JsonGenerator json) throws IOException {
    for (Part part : message.parts()) {
      if (part instanceof Part.Text text && !text.text().isEmpty()) {
        parts.text(text.text(), null, json);
      }
    }
  }

  private void words(String words, @Nullable Signature seal, String speaker, JsonGenerator json)
      throws IOException {
    if (!words.isEmpty() || seal != null) {
      begin(speaker, json);
      parts.text(words, seal, json);
    }
  }

  /** The seal of reasoning that has no words; else null. */
  private static @Nullable Signature bareSeal(Part part) {
    return part instanceof Part.Reasoning reasoning
            && reasoning.text().isEmpty()
            && reasoning.signature() != null
            && reasoning.signature().family() == Signature.Family.GOOGLE
        ? reasoning.signature()
        : null;
  }

  private void begin(String speaker, JsonGenerator json) throws IOException {
    if (speaker.equals(role)) {
      return;
    }
    end(json);
    role = speaker;
    json.writeStartObject();
    json.writeStringField("role", speaker);
    json.writeArrayFieldStart("parts");
  }

  private void end(JsonGenerator json) throws IOException {
    if (role != null) {
      json.writeEndArray();
      json.writeEndObject();
      role = null;
    }
  }
}
