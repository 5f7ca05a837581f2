package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code messages}. */
final class MessagesReader {
  private final WarningSink warnings;
  private final List<Message> messages = new ArrayList<>();

  /** The results of the calls of one assistant message, as far as they have come. */
  private final List<Part> results = new ArrayList<>();

  /** The names of the tools that were called, by the call's id. */
  private final Map<String, String> toolNames = new HashMap<>();

  private boolean namesWarned;

  MessagesReader(WarningSink warnings) {
    this.warnings = warnings;
  }

  /** The conversation. */
  List<Message> read(JsonField field) {
    if (!field.present()) {
      throw field.wrong("an array");
    }
    for (JsonField message : field.items()) {
      message(message);
    }
    endResults();
    return List.copyOf(messages);
  }

  private void message(JsonField message) {
    JsonField role = message.get("role");
    switch (role.required()) {
      case "tool" -> results.add(result(message));
      case "function" -> results.add(functionResult(message));
      case "system", "developer" -> add(Message.Role.SYSTEM, said(message), message);
      case "user" -> add(Message.Role.USER, said(message), message);
      case "assistant" -> {
        AssistantReader assistant = new AssistantReader(messages.size(), toolNames);
        add(Message.Role.ASSISTANT, assistant.read(message, warnings), message);
      }
      default -> throw role.wrong("system, developer, user, assistant or tool");
    }
  }

  private void add(Message.Role role, List<Part> parts, JsonField message) {
    endResults();
    if (message.get("name").present() && !namesWarned) {
      namesWarned = true;
      warnings.unsupported(message.get("name").path(), "left out: speakers have no names");
    }
    messages.add(new Message(role, CacheFields.marked(parts, CacheFields.mark(message))));
  }

  /** Consecutive results answer the calls of one message. */
  private void endResults() {
    if (!results.isEmpty()) {
      messages.add(new Message(Message.Role.TOOL, List.copyOf(results)));
      results.clear();
    }
  }

  private static List<Part> said(JsonField message) {
    JsonField content = message.get("content");
    if (!content.present()) {
      throw content.wrong("a string or an array");
    }
    return ContentReader.read(content);
  }

  private Part result(JsonField message) {
    String id = message.get("tool_call_id").required();
    return result(id, toolNames.get(id), message);
  }

  /** The result of the newest call of a function; the older form has no ids. */
  private Part functionResult(JsonField message) {
    String name = message.get("name").required();
    String newest = AssistantReader.functionCallId(name, messages.size() - 1);
    for (int i = messages.size() - 1; i >= 0; i--) {
      String id = AssistantReader.functionCallId(name, i);
      if (toolNames.containsKey(id)) {
        newest = id;
        break;
      }
    }
    return result(newest, name, message);
  }

  private static Part result(String id, @Nullable String name, JsonField message) {
    return new Part.ToolResult(
        id,
        name,
        List.copyOf(ContentReader.read(message.get("content"))),
        false,
        CacheFields.mark(message));
  }
}
