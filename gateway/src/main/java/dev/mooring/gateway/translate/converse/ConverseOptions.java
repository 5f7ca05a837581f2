package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OptionFields;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields that only Bedrock knows, under their names in the API or in the AI SDK's options, put
 * where the API has them.
 */
final class ConverseOptions {
  /** Read here, written nowhere as they stand. */
  private static final Set<String> READ =
      Set.of(
          "additionalModelRequestFields",
          "anthropicBeta",
          "inferenceConfig",
          "reasoningConfig",
          "serviceTier");

  private static final Set<String> TRANSLATED =
      Set.of("messages", "system", "toolConfig", "modelId", "cachePoint");

  private final ObjectNode fields;
  private final ObjectNode rest = JsonNodeFactory.instance.objectNode();

  /** The fields of a request, with a warning of each that has no place. */
  ConverseOptions(ModelRequest request, WarningSink warnings) {
    OptionFields.warnOthers(request, "bedrock", warnings);
    fields = OptionFields.of(request, "bedrock");
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      if (TRANSLATED.contains(field.getKey())) {
        warnings.unsupported("providerOptions.bedrock." + field.getKey(), "left out");
      } else if (!READ.contains(field.getKey())) {
        rest.set(field.getKey(), field.getValue());
      }
    }
    JsonNode tier = fields.path("serviceTier");
    if (tier.isTextual()) {
      rest.putObject("serviceTier").set("type", tier);
    } else if (tier.isObject()) {
      rest.set("serviceTier", tier);
    }
  }

  /** Whether a field of the body is given. */
  boolean has(String name) {
    return rest.has(name);
  }

  /** How the model is to think: as the AI SDK's options say, else as the request does. */
  @Nullable ReasoningRequest reasoning(@Nullable ReasoningRequest asked) {
    JsonNode config = fields.path("reasoningConfig");
    if (!config.isObject()) {
      return asked;
    }
    JsonNode budget = config.path("budgetTokens");
    String type = config.path("type").asText("");
    return new ReasoningRequest(
        type.equals("disabled") ? ReasoningRequest.Effort.NONE : effort(config),
        budget.canConvertToLong() ? budget.longValue() : null,
        type.equals("adaptive"),
        null);
  }

  /** Puts what belongs there into {@code inferenceConfig}; the caller's own words win. */
  void addToInference(ObjectNode inferenceConfig) {
    if (fields.path("inferenceConfig") instanceof ObjectNode given) {
      inferenceConfig.setAll(given);
    }
  }

  /** Puts what belongs there into {@code additionalModelRequestFields}. */
  void addToModelFields(ObjectNode modelFields) {
    if (fields.path("anthropicBeta").isArray()) {
      modelFields.set("anthropic_beta", fields.path("anthropicBeta"));
    }
    for (Map.Entry<String, JsonNode> field :
        fields.path("additionalModelRequestFields").properties()) {
      modelFields.set(field.getKey(), field.getValue());
    }
  }

  /** Writes the others as fields of the body. */
  void write(JsonGenerator json) throws IOException {
    for (Map.Entry<String, JsonNode> field : rest.properties()) {
      json.writeFieldName(field.getKey());
      json.writeTree(field.getValue());
    }
  }

  private static ReasoningRequest.@Nullable Effort effort(JsonNode config) {
    String word = config.path("maxReasoningEffort").asText("").toUpperCase(Locale.ROOT);
    for (ReasoningRequest.Effort effort : ReasoningRequest.Effort.values()) {
      if (effort.name().equals(word)) {
        return effort;
      }
    }
    return null;
  }
}
