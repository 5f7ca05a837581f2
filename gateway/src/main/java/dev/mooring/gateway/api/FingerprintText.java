package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.affinity.Fingerprint;
import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.config.Api;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of a conversation that its fingerprint is made of (contract, section 4): the
 * first instruction, the first message that is none, and the tools. Instructions count up to the
 * first thing that the model produced after that message: a later turn adds nothing before it, so
 * that it cannot change the fingerprint.
 */
final class FingerprintText {
  /** More than counts of a message, also where each code point is escaped as a pair. */
  private static final int ENOUGH = 2 * 4_096 + 2;

  private final byte[] body;
  private @Nullable List<String> instruction;
  private @Nullable List<String> opening;
  private boolean answered;

  /** Reads a body. */
  private FingerprintText(byte[] body) {
    this.body = body;
  }

  /** Reads the parts from the top-level members of a body. */
  static String of(@Nullable Api api, String team, byte[] body, List<Member> members) {
    FingerprintText text = new FingerprintText(body);
    Range tools = null;
    Range messages = null;
    for (Member member : members) {
      switch (member.name()) {
        case "system", "instructions" -> text.system(member.value());
        case "messages", "input" -> messages = member.value();
        case "prompt" -> messages = api == Api.AI_SDK ? member.value() : messages;
        case "tools" -> tools = member.value();
        default -> {}
      }
    }
    if (messages != null) {
      text.messages(messages);
    }
    return text.finish(team, tools);
  }

  /** A hash of the opening message alone, as far as the fingerprint looks. */
  static long opening(@Nullable Api api, byte[] body, List<Member> members) {
    FingerprintText text = new FingerprintText(body);
    text.instruction = List.of();
    for (Member member : members) {
      if (member.name().equals(api == null ? "messages" : Envelope.conversationField(api))) {
        text.messages(member.value());
      }
    }
    List<String> found = text.opening == null ? List.of() : text.opening;
    return Long.parseUnsignedLong(Sha256.hex(String.join("\n", found)), 0, 16, 16);
  }

  /** The fingerprint of what was found. */
  private String finish(String team, @Nullable Range tools) {
    Fingerprint.Builder fingerprint = Fingerprint.builder(team);
    if (instruction != null) {
      fingerprint.instruction(instruction);
    }
    if (opening != null) {
      fingerprint.opening(opening);
    }
    if (tools != null) {
      ToolReader.read(body, tools, fingerprint);
    }
    return fingerprint.finish();
  }

  /** Reads {@code system} or {@code instructions}. */
  private void system(Range value) {
    try (JsonCursor json = JsonCursor.of(body, value.start(), value.end())) {
      List<String> texts = texts(json);
      if (!texts.isEmpty()) {
        instruction = texts;
      }
    }
  }

  /** Reads {@code messages} or {@code input}, up to the model's first answer at most. */
  private void messages(Range value) {
    try (JsonCursor json = JsonCursor.of(body, value.start(), value.end())) {
      if (json.at(JsonToken.VALUE_STRING)) {
        opening = List.of(json.beginning(ENOUGH));
        return;
      }
      if (!json.enters(JsonToken.START_ARRAY)) {
        return;
      }
      while ((instruction == null || opening == null) && !answered && json.nextElement()) {
        if (json.enters(JsonToken.START_OBJECT)) {
          message(json);
        }
      }
    }
  }

  /** Reads the message or item that the cursor is at. */
  private void message(JsonCursor json) {
    String role = null;
    String type = "message";
    List<String> content = List.of();
    while (json.nextField()) {
      switch (json.name()) {
        case "role" -> role = json.string();
        case "type" -> type = json.string();
        case "content" -> content = texts(json);
        default -> json.skip();
      }
    }
    boolean message = role != null && "message".equals(type);
    boolean instructs = message && ("system".equals(role) || "developer".equals(role));
    if (instructs && instruction == null) {
      instruction = content;
    } else if (message && !instructs && opening == null) {
      opening = content;
    }
    answered = opening != null && (!message || "assistant".equals(role));
  }

  /** The texts of a content: a string is one text block; blocks of other kinds are left out. */
  private static List<String> texts(JsonCursor json) {
    if (json.at(JsonToken.VALUE_STRING)) {
      return List.of(json.beginning(ENOUGH));
    }
    List<String> texts = new ArrayList<>();
    if (json.enters(JsonToken.START_ARRAY)) {
      while (json.nextElement()) {
        String text = json.at(JsonToken.VALUE_STRING) ? json.beginning(ENOUGH) : blockText(json);
        if (text != null) {
          texts.add(text);
        }
      }
    }
    return texts;
  }

  /** The text of a block, or null where it is of another kind. */
  private static @Nullable String blockText(JsonCursor json) {
    String type = "text";
    String text = null;
    if (json.enters(JsonToken.START_OBJECT)) {
      while (json.nextField()) {
        switch (json.name()) {
          case "type" -> type = json.string();
          case "text" -> text = blockBeginning(json);
          default -> json.skip();
        }
      }
    }
    return isText(type) ? text : null;
  }

  /** The beginning of a block's text, as far as the fingerprint looks. */
  private static @Nullable String blockBeginning(JsonCursor json) {
    return json.at(JsonToken.VALUE_STRING) ? json.beginning(ENOUGH) : json.string();
  }

  /** Whether a block of a type is text. */
  private static boolean isText(@Nullable String type) {
    return "text".equals(type) || "input_text".equals(type) || "output_text".equals(type);
  }
}
