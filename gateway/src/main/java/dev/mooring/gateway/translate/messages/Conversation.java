package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code system} and {@code messages}. */
final class Conversation {
  /** Begins a line of Claude Code's that is meant for Anthropic's accounting only. */
  private static final String BILLING = "x-anthropic-billing-header:";

  private final List<Message> messages = new ArrayList<>();
  private final Contents contents;

  private Conversation(WarningSink warnings) {
    contents = new Contents(warnings);
  }

  /** The messages of a body, system messages where they stand. */
  static List<Message> read(JsonField body, WarningSink warnings) {
    Conversation conversation = new Conversation(warnings);
    conversation.system(body.get("system"));
    JsonField list = body.get("messages");
    if (!list.present()) {
      throw list.wrong("an array");
    }
    list.items().forEach(conversation::message);
    return List.copyOf(conversation.messages);
  }

  private void system(JsonField system) {
    List<Part> parts = new ArrayList<>(contents.read(system));
    if (!parts.isEmpty() && parts.get(0) instanceof Part.Text first) {
      String text = withoutBilling(first.text());
      if (text.isEmpty()) {
        parts.remove(0);
      } else {
        parts.set(0, new Part.Text(text, first.cache()));
      }
    }
    add(Role.SYSTEM, parts);
  }

  /** The text without the line that is for accounting, where it begins with one. */
  private static String withoutBilling(String text) {
    if (!text.startsWith(BILLING)) {
      return text;
    }
    int lineEnd = text.indexOf('\n');
    return lineEnd < 0 ? "" : text.substring(lineEnd + 1).stripLeading();
  }

  private void message(JsonField message) {
    JsonField content = message.get("content");
    if (!content.present()) {
      throw content.wrong("a string or an array");
    }
    List<Part> parts = contents.read(content);
    switch (message.get("role").required()) {
      case "assistant" -> add(Role.ASSISTANT, parts);
      case "system" -> add(Role.SYSTEM, parts);
      case "user" -> user(parts);
      default -> throw message.get("role").wrong("user, assistant or system");
    }
  }

  /** Adds a user message; results of tools in it are messages of their own. */
  private void user(List<Part> parts) {
    int from = 0;
    for (int at = 1; at <= parts.size(); at++) {
      if (at == parts.size() || role(parts.get(at)) != role(parts.get(from))) {
        add(role(parts.get(from)), parts.subList(from, at));
        from = at;
      }
    }
  }

  private static Role role(Part part) {
    return part instanceof Part.ToolResult ? Role.TOOL : Role.USER;
  }

  private void add(Role role, List<Part> parts) {
    if (!parts.isEmpty()) {
      messages.add(new Message(role, List.copyOf(parts)));
    }
  }
}
