package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Signature;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code providerOptions} of a message, part or tool: cache markers and seals. */
final class NodeOptions {
  /** Under which names AI SDK providers of Claude keep what is Anthropic's. */
  private static final List<String> ANTHROPIC = List.of("anthropic", "bedrock", "vertexAnthropic");

  private static final List<String> OPENAI = List.of("openai", "azure");
  private static final List<String> GOOGLE = List.of("google", "vertex", "googleVertex");

  private NodeOptions() {}

  /**
   * The marker on a node, or null. Markers that the gateway put in stand in the node itself, as
   * providers name them.
   */
  static @Nullable CacheMark mark(JsonField node) {
    JsonNode options = node.node().path("providerOptions");
    for (String family : ANTHROPIC) {
      JsonNode own = options.path(family);
      for (String name : List.of("cacheControl", "cache_control", "cachePoint")) {
        if (own.path(name).isObject()) {
          return mark(own.path(name));
        }
      }
    }
    JsonNode put = node.node().path("cache_control");
    if (put.isObject()) {
      return mark(put);
    }
    boolean breakpoint =
        node.node().path("prompt_cache_breakpoint").isObject()
            || options.path("openai").path("promptCacheBreakpoint").isObject();
    return breakpoint ? CacheMark.DEFAULT : null;
  }

  private static CacheMark mark(JsonNode marker) {
    return CacheMark.of(marker.path("ttl").textValue());
  }

  /** The seal on a reasoning part, or null. */
  static @Nullable Signature reasoningSeal(JsonField part) {
    JsonNode options = part.node().path("providerOptions");
    String signature = text(options, ANTHROPIC, "signature");
    if (signature != null) {
      return new Signature(Signature.Family.ANTHROPIC, signature);
    }
    String redacted = text(options, ANTHROPIC, "redactedData");
    if (redacted != null) {
      return new Signature(Signature.Family.ANTHROPIC, redacted, true);
    }
    String encrypted = text(options, OPENAI, "reasoningEncryptedContent");
    return encrypted == null ? googleSeal(part) : new Signature(Signature.Family.OPENAI, encrypted);
  }

  /** Gemini's seal on a part of any kind, or null. */
  static @Nullable Signature googleSeal(JsonField part) {
    String seal = text(part.node().path("providerOptions"), GOOGLE, "thoughtSignature");
    return seal == null ? null : new Signature(Signature.Family.GOOGLE, seal);
  }

  /** The id of the Responses item that a reasoning part is a piece of, or null. */
  static @Nullable String itemId(JsonField part) {
    return text(part.node().path("providerOptions"), OPENAI, "itemId");
  }

  private static @Nullable String text(JsonNode options, List<String> families, String name) {
    for (String family : families) {
      String text = options.path(family).path(name).textValue();
      if (text != null && !text.isEmpty()) {
        return text;
      }
    }
    return null;
  }
}
