package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarningSink;
import org.jspecify.annotations.Nullable;

/** {@code generationConfig}. */
final class GeminiGeneration {
  private final GeminiModel model;
  private final WarningSink warnings;
  private final ObjectNode config = JsonNodeFactory.instance.objectNode();

  private GeminiGeneration(GeminiModel model, WarningSink warnings) {
    this.model = model;
    this.warnings = warnings;
  }

  /** The configuration of a request; empty where it asks for nothing. */
  static ObjectNode config(
      ModelRequest request, GeminiModel model, GeminiOptions options, WarningSink warnings) {
    GeminiGeneration generation = new GeminiGeneration(model, warnings);
    generation.sampling(request.sampling());
    if (request.outputFormat() != null) {
      generation.format(request.outputFormat(), !request.tools().isEmpty(), options.enforced());
    }
    if (request.reasoning() != null) {
      ObjectNode thinking = GeminiThinking.config(request.reasoning(), model, warnings);
      if (!thinking.isEmpty()) {
        generation.config.set("thinkingConfig", thinking);
      }
    }
    options.addTo(generation.config);
    return generation.config;
  }

  /** A schema as Gemini takes it: it refuses {@code $schema}. */
  static JsonNode schema(JsonNode schema) {
    return schema.has("$schema") ? ((ObjectNode) schema.deepCopy()).without("$schema") : schema;
  }

  private void sampling(Sampling sampling) {
    put("maxOutputTokens", sampling.maxOutputTokens());
    put("temperature", sampling.temperature());
    put("topP", sampling.topP());
    put("topK", sampling.topK());
    put("presencePenalty", sampling.presencePenalty());
    put("frequencyPenalty", sampling.frequencyPenalty());
    if (!sampling.stop().isEmpty()) {
      sampling.stop().forEach(config.putArray("stopSequences")::add);
    }
    Long seed = sampling.seed();
    if (seed != null && seed != seed.intValue()) {
      warnings.unsupported("seed", "left out: Gemini takes 32 bits only");
    } else {
      put("seed", seed);
    }
  }

  private void format(OutputFormat format, boolean tools, boolean enforced) {
    if (tools && !model.third()) {
      warnings.unsupported("response_format", "left out: the model takes either tools or a format");
      return;
    }
    config.put("responseMimeType", "application/json");
    if (format.schema() != null && enforced) {
      config.set("responseJsonSchema", schema(format.schema()));
    }
  }

  private void put(String name, @Nullable Long value) {
    if (value != null) {
      config.put(name, value);
    }
  }

  private void put(String name, @Nullable Double value) {
    if (value != null) {
      config.put(name, value);
    }
  }
}
