package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The markers that a prompt is to be cached up to here, as callers of Chat write them. */
final class CacheFields {
  private CacheFields() {}

  /**
   * The marker of a part, message, tool or body: {@code cache_control}, {@code cacheControl} among
   * Anthropic's options, or OpenAI's breakpoint; null where there is none.
   */
  static @Nullable CacheMark mark(JsonField holder) {
    JsonNode node = holder.node();
    JsonNode control = node.path("cache_control");
    JsonNode anthropic = node.path("providerOptions").path("anthropic");
    for (String name : List.of("cacheControl", "cache_control")) {
      control = control.isObject() ? control : anthropic.path(name);
    }
    if (control.isObject()) {
      return CacheMark.of(control.path("ttl").textValue());
    }
    return node.path("prompt_cache_breakpoint").isObject() ? CacheMark.DEFAULT : null;
  }

  /** Some parts, the last of which has a message's marker where it can have one. */
  static List<Part> marked(List<Part> parts, @Nullable CacheMark mark) {
    if (mark == null || parts.isEmpty()) {
      return List.copyOf(parts);
    }
    List<Part> marked = new ArrayList<>(parts);
    int last = parts.size() - 1;
    marked.set(last, parts.get(last).marked(mark));
    return List.copyOf(marked);
  }
}
