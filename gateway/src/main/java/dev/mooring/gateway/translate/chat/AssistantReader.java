package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.FileUrl;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.HashedId;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads an assistant's message in a request: thoughts, then words, then calls. */
final class AssistantReader {
  private final int messageIndex;
  private final Map<String, String> toolNames;
  private final List<Part> parts = new ArrayList<>();

  /**
   * @param messageIndex the message's place in the conversation
   * @param toolNames gets the names of the called tools, by the call's id
   */
  AssistantReader(int messageIndex, Map<String, String> toolNames) {
    this.messageIndex = messageIndex;
    this.toolNames = toolNames;
  }

  /** The id of a call in the older form, which has none. */
  static String functionCallId(String name, int messageIndex) {
    return "call_" + HashedId.of("function:" + messageIndex + ":" + name, 24);
  }

  /** The message's parts. */
  List<Part> read(JsonField message, WarningSink warnings) {
    parts.addAll(reasoning(message.node()));
    for (Part part : ContentReader.read(message.get("content"))) {
      if (!(part instanceof Part.Text text && text.text().isEmpty())) {
        parts.add(part);
      }
    }
    String refusal = message.get("refusal").text();
    if (refusal != null && !refusal.isEmpty()) {
      parts.add(new Part.Refusal(refusal));
    }
    for (JsonField image : message.get("images").items()) {
      JsonField url = image.get("image_url").get("url");
      parts.add(FileUrl.read(url.required(), "image/*").media(null, null, CacheFields.mark(image)));
    }
    if (message.get("audio").present()) {
      warnings.unsupported(message.get("audio").path(), "left out: only its provider has it");
    }
    for (JsonField call : message.get("tool_calls").items()) {
      parts.add(call(call));
    }
    if (message.get("function_call").present()) {
      parts.add(functionCall(message.get("function_call")));
    }
    return parts;
  }

  private static List<Part> reasoning(JsonNode message) {
    if (!message.has("reasoning_content")
        && !message.has("reasoning")
        && !message.has("reasoning_details")) {
      return List.of();
    }
    AnswerCollector collector = new AnswerCollector();
    new ReasoningDeltas(collector, new OpenParts(collector), true).read(message);
    collector.finish(StopReason.END, null, null);
    ModelAnswer thoughts = Objects.requireNonNull(collector.answer());
    return thoughts.parts();
  }

  private Part call(JsonField call) {
    String id = call.get("id").required();
    JsonField custom = call.get("custom");
    JsonField function = custom.present() ? custom : call.get("function");
    String name = function.get("name").required();
    toolNames.put(id, name);
    JsonNode seal = call.node().path("extra_content").path("google").path("thought_signature");
    return new Part.ToolCall(
        id,
        name,
        custom.present() ? freeform(custom.get("input")) : arguments(function.get("arguments")),
        seal.isTextual() ? new Signature(Signature.Family.GOOGLE, seal.textValue()) : null,
        CacheFields.mark(call));
  }

  private Part functionCall(JsonField function) {
    String name = function.get("name").required();
    String id = functionCallId(name, messageIndex);
    toolNames.put(id, name);
    return new Part.ToolCall(id, name, arguments(function.get("arguments")), null, null);
  }

  /** The text of the arguments; a few callers send an object. */
  private static String arguments(JsonField arguments) {
    if (arguments.node().isObject()) {
      return Json.text(arguments.node());
    }
    @Nullable String text = arguments.text();
    return text == null || text.isBlank() ? "{}" : text;
  }

  private static String freeform(JsonField input) {
    String text = input.text();
    return FreeformInput.arguments(text == null ? "" : text);
  }
}
