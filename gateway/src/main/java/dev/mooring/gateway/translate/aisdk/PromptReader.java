package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code prompt}. */
final class PromptReader {
  private static final String LEFT_OUT = "It cannot be carried to the provider; it was left out.";

  private final WarningSink warnings;
  private final OutputReader outputs;

  PromptReader(WarningSink warnings) {
    this.warnings = warnings;
    this.outputs = new OutputReader(warnings);
  }

  /** The messages, in order. */
  List<Message> read(JsonField body) {
    List<Message> messages = new ArrayList<>();
    for (JsonField message : body.get("prompt").items()) {
      messages.add(message(message));
    }
    return List.copyOf(messages);
  }

  private Message message(JsonField message) {
    String role = message.get("role").required();
    List<Part> parts =
        message.get("content").isText()
            ? List.of(new Part.Text(message.get("content").required(), null))
            : parts(message, role.equals("assistant"));
    CacheMark mark = NodeOptions.mark(message);
    return new Message(
        switch (role) {
          case "system" -> Message.Role.SYSTEM;
          case "user" -> Message.Role.USER;
          case "assistant" -> Message.Role.ASSISTANT;
          case "tool" -> Message.Role.TOOL;
          default -> throw message.get("role").wrong("system, user, assistant or tool");
        },
        mark == null ? parts : marked(parts, mark));
  }

  private List<Part> parts(JsonField message, boolean assistant) {
    List<Part> parts = new ArrayList<>();
    String item = null;
    for (JsonField part : message.get("content").items()) {
      String type = part.get("type").required();
      String itsItem = type.equals("reasoning") ? NodeOptions.itemId(part) : null;
      if (itsItem != null && itsItem.equals(item)) {
        parts.add(joined((Part.Reasoning) parts.remove(parts.size() - 1), reasoning(part)));
      } else {
        add(parts, part, type, assistant);
      }
      item = itsItem;
    }
    return List.copyOf(parts);
  }

  private void add(List<Part> parts, JsonField part, String type, boolean assistant) {
    CacheMark mark = NodeOptions.mark(part);
    switch (type) {
      case "text" -> {
        parts.add(new Part.Text(part.get("text").required(), mark));
        Signature seal = NodeOptions.googleSeal(part);
        if (seal != null) {
          parts.add(new Part.Reasoning("", seal));
        }
      }
      case "file" -> parts.add(FileReader.read(part, mark));
      case "reasoning" -> parts.add(reasoning(part));
      case "tool-call" -> {
        if (Boolean.TRUE.equals(part.get("providerExecuted").flag())) {
          warnings.unsupported(part.path(), LEFT_OUT);
        } else {
          parts.add(call(part, mark));
        }
      }
      case "tool-result" -> {
        if (assistant) {
          warnings.unsupported(part.path(), LEFT_OUT);
        } else {
          parts.add(outputs.read(part, mark));
        }
      }
      default -> warnings.unsupported(part.path(), LEFT_OUT);
    }
  }

  private static Part.Reasoning reasoning(JsonField part) {
    String text = part.get("text").text();
    return new Part.Reasoning(text == null ? "" : text, NodeOptions.reasoningSeal(part));
  }

  /** Two pieces of one Responses item. */
  private static Part.Reasoning joined(Part.Reasoning first, Part.Reasoning second) {
    String between = first.text().isEmpty() || second.text().isEmpty() ? "" : "\n\n";
    return new Part.Reasoning(
        first.text() + between + second.text(),
        second.signature() == null ? first.signature() : second.signature());
  }

  private static Part.ToolCall call(JsonField part, @Nullable CacheMark mark) {
    return new Part.ToolCall(
        part.get("toolCallId").required(),
        part.get("toolName").required(),
        arguments(part.get("input").node()),
        NodeOptions.googleSeal(part),
        mark);
  }

  /** The arguments; bare text is what a freeform tool was given. */
  private static String arguments(JsonNode input) {
    if (input.isMissingNode() || input.isNull()) {
      return "{}";
    }
    if (!input.isTextual()) {
      return Json.text(input);
    }
    JsonNode parsed = Json.readOrNull(input.textValue());
    return parsed != null && parsed.isObject()
        ? input.textValue()
        : FreeformInput.arguments(input.textValue());
  }

  /** The parts with a marker on the last that takes one and has none. */
  private static List<Part> marked(List<Part> parts, CacheMark mark) {
    for (int i = parts.size() - 1; i >= 0; i--) {
      Part part = parts.get(i);
      Part marked = part.cache() == null ? part.marked(mark) : part;
      if (marked.cache() != null) {
        List<Part> all = new ArrayList<>(parts);
        all.set(i, marked);
        return List.copyOf(all);
      }
    }
    return parts;
  }
}
