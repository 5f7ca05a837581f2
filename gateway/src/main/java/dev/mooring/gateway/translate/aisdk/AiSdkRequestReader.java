package dev.mooring.gateway.translate.aisdk;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.RequestReader;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.List;
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
    JsonField fields = JsonField.body(body);
    warn(fields, warnings);
    CallOptions options = CallOptions.read(fields);
    ToolsReader tools = new ToolsReader(warnings);
    return new ModelRequest(
        new PromptReader(warnings).read(fields),
        tools.tools(fields),
        tools.choice(fields),
        options.parallelToolCalls(),
        sampling(fields),
        options.reasoning(),
        format(fields, options.strictSchema()),
        Boolean.TRUE.equals(fields.get("stream").flag()),
        options.cache(),
        options.promptCacheKey(),
        options.promptCacheRetention(),
        options.user(),
        options.byFamily());
  }

  private static void warn(JsonField body, WarningSink warnings) {
    body.node()
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!KNOWN.contains(name)) {
                warnings.unsupported(name, "The gateway does not know it; it was left out.");
              }
            });
    if (Boolean.TRUE.equals(body.get("includeRawChunks").flag())) {
      warnings.unsupported("includeRawChunks", "The provider's own events are not told.");
    }
  }

  private static Sampling sampling(JsonField body) {
    return new Sampling(
        body.get("maxOutputTokens").whole(),
        body.get("temperature").number(),
        body.get("topP").number(),
        body.get("topK").whole(),
        body.get("presencePenalty").number(),
        body.get("frequencyPenalty").number(),
        body.get("seed").whole(),
        stops(body));
  }

  private static List<String> stops(JsonField body) {
    return body.get("stopSequences").items().stream().map(JsonField::required).toList();
  }

  private static @Nullable OutputFormat format(JsonField body, @Nullable Boolean strict) {
    JsonField format = body.get("responseFormat");
    if (!format.get("type").is("json")) {
      return null;
    }
    JsonField schema = format.get("schema");
    return new OutputFormat(
        schema.present() ? schema.node() : null,
        format.get("name").text(),
        format.get("description").text(),
        schema.present() ? strict : null);
  }
}
