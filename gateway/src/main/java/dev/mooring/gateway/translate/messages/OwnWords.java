package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OptionFields;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a caller of another API says in Anthropic's words about what the model has a place for:
 * thinking, effort, parallel calls, the marker on the whole prompt.
 */
final class OwnWords {
  /** Of the AI SDK's client only, or of a header. */
  private static final List<String> CLIENTS =
      List.of("send_reasoning", "structured_output_mode", "tool_streaming", "betas");

  private OwnWords() {}

  /** The request with those words in their places; the other options stay. */
  static ModelRequest applied(ModelRequest request, Target target, WarningSink warnings) {
    ObjectNode own = OptionFields.of(request, Settings.FAMILY);
    if (own.isEmpty()) {
      return request;
    }
    own = own.deepCopy();
    JsonNode effort = own.remove("effort");
    if (effort != null) {
      own.withObject("/output_config").set("effort", effort);
    }
    JsonField words = JsonField.of("providerOptions.anthropic", own.deepCopy());
    boolean thinks = own.has("thinking");
    own.remove("thinking");
    own.remove("cache_control");
    own.remove("disable_parallel_tool_use");
    dropped(own, target, warnings);
    Boolean single = words.get("disable_parallel_tool_use").flag();
    CacheMark cache = Contents.mark(words);
    return with(
        request,
        thinks ? ThinkingFields.reasoning(words) : request.reasoning(),
        single == null ? request.parallelToolCalls() : (Boolean) !single,
        cache == null ? request.cache() : cache,
        own);
  }

  private static void dropped(ObjectNode own, Target target, WarningSink warnings) {
    boolean cloud =
        target.providerType().equals("bedrock") || target.providerType().equals("vertex");
    for (String name : CLIENTS) {
      if (own.remove(name) != null) {
        warnings.unsupported(name, "it is no field of Anthropic's API: it is left out");
      }
    }
    if (!cloud && own.remove("anthropic_beta") != null) {
      warnings.unsupported("anthropic_beta", "send it as the header anthropic-beta");
    }
  }

  private static ModelRequest with(
      ModelRequest request,
      @Nullable ReasoningRequest reasoning,
      @Nullable Boolean parallel,
      @Nullable CacheMark cache,
      ObjectNode own) {
    Map<String, JsonNode> options = new LinkedHashMap<>(request.options());
    options.put(Settings.FAMILY, own);
    return new ModelRequest(
        request.messages(),
        request.tools(),
        request.toolChoice(),
        parallel,
        request.sampling(),
        reasoning,
        request.outputFormat(),
        request.stream(),
        cache,
        request.promptCacheKey(),
        request.promptCacheRetention(),
        request.user(),
        options);
  }
}
