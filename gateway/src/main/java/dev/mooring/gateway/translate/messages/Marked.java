package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Tool;
import org.jspecify.annotations.Nullable;

/** The cache markers of parts and tools. */
final class Marked {
  private Marked() {}

  /** The marker of a part, or null. */
  static @Nullable CacheMark of(Part part) {
    if (part instanceof Part.Text text) {
      return text.cache();
    }
    if (part instanceof Part.Media media) {
      return media.cache();
    }
    if (part instanceof Part.ToolCall call) {
      return call.cache();
    }
    return part instanceof Part.ToolResult result ? result.cache() : null;
  }

  /** The marker of a tool, or null; one that Anthropic runs has it in its definition. */
  static @Nullable CacheMark of(Tool tool) {
    if (tool instanceof Tool.Function function) {
      return function.cache();
    }
    JsonNode control = ((Tool.Hosted) tool).definition().path("cache_control");
    return control.isObject() ? CacheMark.of(control.path("ttl").textValue()) : null;
  }

  /** The part with a marker, unless it has one or cannot have any. */
  static Part with(Part part, CacheMark mark) {
    if (of(part) != null) {
      return part;
    }
    if (part instanceof Part.Text text) {
      return new Part.Text(text.text(), mark);
    }
    if (part instanceof Part.Media media) {
      return new Part.Media(media.mediaType(), media.source(), media.name(), media.detail(), mark);
    }
    if (part instanceof Part.ToolCall call) {
      return new Part.ToolCall(call.id(), call.name(), call.arguments(), call.signature(), mark);
    }
    return part instanceof Part.ToolResult result
        ? new Part.ToolResult(
            result.callId(), result.name(), result.content(), result.error(), mark)
        : part;
  }
}
