package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the items of {@code input}: what the model said, thought and called in a row is one
 * message, and so is what its tools gave back.
 */
final class InputReader {
  private final WarningSink warnings;
  private final List<Message> messages = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();
  private final Set<String> leftOut = new HashSet<>(0);

  /** The parts of a message that more items may belong to. */
  private final List<Part> open = new ArrayList<>();

  private Role role = Role.USER;

  InputReader(WarningSink warnings) {
    this.warnings = warnings;
  }

  /** Adds the rules that stand before the conversation. */
  void instructions(JsonField instructions) {
    if (instructions.isText()) {
      messages.add(Message.text(Role.SYSTEM, instructions.required()));
    } else {
      instructions.items().forEach(this::item);
    }
  }

  /** Adds a conversation, or a single text of the user. */
  void input(JsonField input) {
    if (input.isText()) {
      messages.add(Message.text(Role.USER, input.required()));
    } else {
      input.items().forEach(this::item);
    }
  }

  /** All messages. */
  List<Message> messages() {
    close();
    return List.copyOf(messages);
  }

  private void item(JsonField item) {
    String type = item.get("type").text();
    switch (type == null ? "message" : type) {
      case "message" -> message(item);
      case "reasoning" -> reasoning(item);
      case "function_call" -> call(item, name(item), item.get("arguments").required());
      case "custom_tool_call" ->
          call(item, name(item), FreeformInput.arguments(item.get("input").required()));
      case "local_shell_call", "shell_call" -> ownCall(item, "action");
      case "apply_patch_call" -> ownCall(item, "operation");
      case "function_call_output",
          "custom_tool_call_output",
          "local_shell_call_output",
          "shell_call_output",
          "apply_patch_call_output" ->
          result(item);
      case "item_reference" ->
          throw new InvalidRequestException(
              item.path(),
              item.path() + " refers to an item that this provider does not hold: send the item");
      case "compaction", "compaction_summary", "context_compaction" ->
          throw new InvalidRequestException(
              item.path(),
              item.path() + " is a compaction that only the provider that made it can read");
      case "compaction_trigger" ->
          throw new InvalidRequestException(
              item.path(),
              item.path()
                  + " asks for a compaction, which this provider's API does not have: compact the"
                  + " conversation yourself, or use a model that OpenAI serves");
      default -> other(item, String.valueOf(type));
    }
  }

  private void message(JsonField item) {
    CacheMark mark = CacheFields.of(item);
    List<Part> parts = ContentReader.read(item.get("content"), mark);
    switch (item.get("role").required()) {
      case "user" -> add(Role.USER, parts);
      case "assistant" -> add(Role.ASSISTANT, parts);
      case "system", "developer" -> add(Role.SYSTEM, parts);
      default -> throw item.get("role").wrong("user, assistant, system or developer");
    }
  }

  private void reasoning(JsonField item) {
    String words = ReadReasoning.joined(item.node());
    String encrypted = item.get("encrypted_content").text();
    Signature seal =
        encrypted == null || encrypted.isEmpty()
            ? null
            : Signature.from(encrypted, Signature.Family.OPENAI);
    if (seal != null || !words.isEmpty()) {
      add(Role.ASSISTANT, List.of(new Part.Reasoning(words, seal)));
    }
  }

  private void call(JsonField item, String name, String arguments) {
    String id = item.get("call_id").required();
    names.put(id, name);
    add(
        Role.ASSISTANT,
        List.of(
            new Part.ToolCall(
                id,
                name,
                arguments.isBlank() ? "{}" : arguments,
                role == Role.ASSISTANT ? sealBefore() : null,
                CacheFields.of(item))));
  }

  /** A call of one of the API's own tools that callers run. */
  private void ownCall(JsonField item, String argument) {
    String type = item.get("type").required();
    call(
        item,
        type.substring(0, type.length() - "_call".length()),
        Json.text(Json.MAPPER.createObjectNode().set(argument, item.get(argument).node())));
  }

  /** Takes back the seal that a call's own item could not carry. */
  private @Nullable Signature sealBefore() {
    if (!open.isEmpty()
        && open.get(open.size() - 1) instanceof Part.Reasoning seal
        && seal.text().isEmpty()
        && seal.signature() != null
        && seal.signature().family() == Signature.Family.GOOGLE) {
      open.remove(open.size() - 1);
      return seal.signature();
    }
    return null;
  }

  private void result(JsonField item) {
    String id = item.get("call_id").required();
    JsonField output = item.get("output");
    add(
        Role.TOOL,
        List.of(
            new Part.ToolResult(id, names.get(id), content(output), false, CacheFields.of(item))));
  }

  /** What a tool gave back; a shell's own kind of output goes as its JSON. */
  private static List<Part> content(JsonField output) {
    List<JsonField> items = output.isText() ? List.of() : output.items();
    if (!items.isEmpty() && !items.get(0).get("type").present()) {
      return List.of(new Part.Text(Json.text(output.node()), null));
    }
    return ContentReader.read(output, null);
  }

  /** Leaves out an item that only the provider that made it knows. */
  private void other(JsonField item, String type) {
    if (leftOut.add(type)) {
      warnings.unsupported(
          item.path(), "left out, as all items of the type " + type + ": no other API has them");
    }
  }

  private static String name(JsonField item) {
    return new ToolName(item.get("namespace").text(), item.get("name").required()).flat();
  }

  private void add(Role of, List<Part> parts) {
    boolean more = of == role && (of == Role.ASSISTANT || of == Role.TOOL);
    if (!more) {
      close();
      role = of;
    }
    open.addAll(parts);
  }

  private void close() {
    if (!open.isEmpty()) {
      messages.add(new Message(role, List.copyOf(open)));
      open.clear();
    }
  }
}
