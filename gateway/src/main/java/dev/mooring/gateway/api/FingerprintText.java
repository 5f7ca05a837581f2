package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.affinity.Fingerprint;
import dev.mooring.affinity.ToolSet;
import dev.mooring.affinity.Utf8Text;
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
  private final byte[] body;
  private final LongStrings strings;
  private @Nullable List<Utf8Text> instruction;
  private @Nullable List<Utf8Text> opening;
  private boolean answered;

  /** Reads a body. */
  private FingerprintText(byte[] body, LongStrings strings) {
    this.body = body;
    this.strings = strings;
  }

  /** Reads the parts from the top-level members of a body. */
  static String of(@Nullable Api api, String team, byte[] body, EnvelopeReader read) {
    FingerprintText text = new FingerprintText(body, read.strings);
    Range messages = null;
    for (Member member : read.members) {
      switch (member.name()) {
        case "system", "instructions" -> text.system(member.value());
        case "messages", "input" -> messages = member.value();
        case "prompt" -> messages = api == Api.AI_SDK ? member.value() : messages;
        default -> {}
      }
    }
    if (messages != null) {
      text.messages(messages);
    }
    return text.finish(team, read.tools.set(body, read.strings));
  }

  /** A hash of the opening message alone, as far as the fingerprint looks. */
  static long opening(@Nullable Api api, byte[] body, EnvelopeReader read) {
    FingerprintText text = new FingerprintText(body, read.strings);
    text.instruction = List.of();
    for (Member member : read.members) {
      if (member.name().equals(api == null ? "messages" : Envelope.conversationField(api))) {
        text.messages(member.value());
      }
    }
    long hash = 0;
    if (text.opening != null) {
      for (Utf8Text each : text.opening) {
        hash = each.hash(hash);
      }
    }
    return hash;
  }

  /** The fingerprint of what was found. */
  private String finish(String team, ToolSet tools) {
    Fingerprint.Builder fingerprint = Fingerprint.builder(team).tools(tools);
    if (instruction != null) {
      fingerprint.instructionUtf8(instruction);
    }
    if (opening != null) {
      fingerprint.openingUtf8(opening);
    }
    return fingerprint.finish();
  }

  /** Reads {@code system} or {@code instructions}. */
  private void system(Range value) {
    try (JsonCursor json = JsonCursor.again(body, value, strings)) {
      List<Utf8Text> texts = texts(json);
      if (!texts.isEmpty()) {
        instruction = texts;
      }
    }
  }

  /** Reads {@code messages} or {@code input}, up to the model's first answer at most. */
  private void messages(Range value) {
    try (JsonCursor json = JsonCursor.again(body, value, strings)) {
      if (json.at(JsonToken.VALUE_STRING)) {
        opening = List.of(beginning(json));
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
    List<Utf8Text> content = List.of();
    while (json.nextField()) {
      switch (json.name()) {
        case "role" -> role = json.string();
        case "type" -> type = json.string();
        case "content" -> {
          if (instruction != null && instructs(role)) {
            json.skip();
          } else {
            content = texts(json);
          }
        }
        default -> json.skip();
      }
    }
    boolean message = role != null && "message".equals(type);
    boolean instructs = message && instructs(role);
    if (instructs && instruction == null) {
      instruction = content;
    } else if (message && !instructs && opening == null) {
      opening = content;
    }
    answered = opening != null && (!message || "assistant".equals(role));
  }

  private static boolean instructs(@Nullable String role) {
    return "system".equals(role) || "developer".equals(role);
  }

  /** The texts of a content: a string is one text block; blocks of other kinds are left out. */
  private static List<Utf8Text> texts(JsonCursor json) {
    if (json.at(JsonToken.VALUE_STRING)) {
      return List.of(beginning(json));
    }
    List<Utf8Text> texts = new ArrayList<>();
    if (json.enters(JsonToken.START_ARRAY)) {
      while (json.nextElement()) {
        Utf8Text text = json.at(JsonToken.VALUE_STRING) ? beginning(json) : blockText(json);
        if (text != null) {
          texts.add(text);
        }
      }
    }
    return texts;
  }

  /** The text of a block, or null where it is of another kind. */
  private static @Nullable Utf8Text blockText(JsonCursor json) {
    String type = "text";
    Utf8Text text = null;
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

  /** The beginning of a block's text, or null where it is none. */
  private static @Nullable Utf8Text blockBeginning(JsonCursor json) {
    if (json.at(JsonToken.VALUE_STRING)) {
      return beginning(json);
    }
    json.skip();
    return null;
  }

  /** The string that the cursor is at, as far as the fingerprint looks. */
  private static Utf8Text beginning(JsonCursor json) {
    int most = Fingerprint.MESSAGE_CODE_POINTS;
    return json.utf8(most).beginning(most);
  }

  /** Whether a block of a type is text. */
  private static boolean isText(@Nullable String type) {
    return "text".equals(type) || "input_text".equals(type) || "output_text".equals(type);
  }
}
