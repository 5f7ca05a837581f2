package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.RequestReader;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the call options of {@code @ai-sdk/gateway}, with {@code model} and {@code stream} of their
 * headers before them.
 */
public final class AiSdkRequestReader implements RequestReader {
  /** What is read here, is of no use to a provider, or is the gateway's own. */
  private static final Set<String> KNOWN =
      Set.of(
          "model",
          "stream",
          "prompt",
          "maxOutputTokens",
          "temperature",
          "stopSequences",
          "topP",
          "topK",
          "presencePenalty",
          "frequencyPenalty",
          "responseFormat",
          "seed",
          "tools",
          "toolChoice",
          "includeRawChunks",
          "abortSignal",
          "headers",
          "reasoning",
          "providerOptions",
          "session_id",
          "caching",
          "cache_ttl",
          "cache_anchor_items",
          "models",
          "provider");

  @Override
  public ModelRequest read(byte[] body, WarningSink warnings) {
    Fields fields = Fields.of(parsed(body), "");
    warn(fields, warnings);
    CallOptions options = CallOptions.read(fields, warnings);
    ToolsReader tools = new ToolsReader(warnings);
    return new ModelRequest(
        new PromptReader(warnings).read(fields),
        tools.tools(fields),
        tools.choice(fields),
        options.parallelToolCalls(),
        sampling(fields),
        options.reasoning(),
        format(fields, options.strictSchema()),
        Boolean.TRUE.equals(fields.bool("stream")),
        options.cache(),
        options.promptCacheKey(),
        options.promptCacheRetention(),
        options.user(),
        options.byFamily());
  }

  private static JsonNode parsed(byte[] body) {
    try {
      return Json.read(body);
    } catch (IOException e) {
      throw new InvalidRequestException(null, "malformed JSON: " + e.getMessage());
    }
  }

  private static void warn(Fields body, WarningSink warnings) {
    body.node()
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!KNOWN.contains(name)) {
                warnings.unsupported(name, "The gateway does not know it; it was left out.");
              }
            });
    if (Boolean.TRUE.equals(body.bool("includeRawChunks"))) {
      warnings.unsupported("includeRawChunks", "The provider's own events are not told.");
    }
  }

  private static Sampling sampling(Fields body) {
    return new Sampling(
        body.whole("maxOutputTokens"),
        body.number("temperature"),
        body.number("topP"),
        body.whole("topK"),
        body.number("presencePenalty"),
        body.number("frequencyPenalty"),
        body.whole("seed"),
        body.strings("stopSequences"));
  }

  private static @Nullable OutputFormat format(Fields body, @Nullable Boolean strict) {
    Fields format = body.object("responseFormat");
    if (format == null || !"json".equals(format.stringOrNull("type"))) {
      return null;
    }
    JsonNode schema = format.get("schema");
    return new OutputFormat(
        schema.isMissingNode() ? null : schema,
        format.stringOrNull("name"),
        format.stringOrNull("description"),
        schema.isMissingNode() ? null : strict);
  }
}
