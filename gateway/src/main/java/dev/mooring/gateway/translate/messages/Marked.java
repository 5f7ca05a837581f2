package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Tool;
import org.jspecify.annotations.Nullable;

/** The cache markers of parts and tools. */
final class Marked {
  private Marked() {}

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
    return part.cache() == null ? part.marked(mark) : part;
  }
}
