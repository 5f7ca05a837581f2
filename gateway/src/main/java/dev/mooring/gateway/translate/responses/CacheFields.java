package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.JsonField;
import org.jspecify.annotations.Nullable;

/**
 * A cache marker on a content, an item or a tool: {@code cache_control}, or Anthropic's among
 * {@code providerOptions}. Neither is OpenAI's; callers send them for other providers.
 */
final class CacheFields {
  private CacheFields() {}

  /** The marker on a value; null for none. */
  static @Nullable CacheMark of(JsonField on) {
    JsonField options = on.get("providerOptions").get("anthropic");
    for (JsonField control :
        new JsonField[] {
          on.get("cache_control"), options.get("cacheControl"), options.get("cache_control")
        }) {
      if (control.present()) {
        return CacheMark.of(control.get("ttl").text());
      }
    }
    return null;
  }
}
