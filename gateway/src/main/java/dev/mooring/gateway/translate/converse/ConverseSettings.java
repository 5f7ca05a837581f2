package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code inferenceConfig}, {@code additionalModelRequestFields}, {@code outputConfig} and {@code
 * requestMetadata}.
 */
final class ConverseSettings {
  private static final Pattern METADATA = Pattern.compile("[a-zA-Z0-9\\s:_@$#=/+,.-]{1,256}");

  /** From here on Claude takes temperature or top_p. */
  private static final int EITHER = 400;

  /** From here on Claude takes neither. */
  private static final int UNSAMPLED = 407;

  private final ModelRequest request;
  private final ConverseModel model;
  private final ConverseOptions options;
  private final WarningSink warnings;
  private final ObjectNode inference = JsonNodeFactory.instance.objectNode();
  private final ObjectNode fields = JsonNodeFactory.instance.objectNode();

  /** The settings of a request, with a warning of each that Converse cannot have. */
  ConverseSettings(
      ModelRequest request, ConverseModel model, ConverseOptions options, WarningSink warnings) {
    this.request = request;
    this.model = model;
    this.options = options;
    this.warnings = warnings;
    Sampling sampling = request.sampling();
    ReasoningRequest reasoning = options.reasoning(request.reasoning());
    Long maxTokens = sampling.maxOutputTokens();
    if (reasoning != null) {
      maxTokens =
          new ConverseReasoning(model, warnings).put(reasoning, fields, sampling.maxOutputTokens());
    }
    if (maxTokens != null) {
      inference.put("maxTokens", maxTokens);
    }
    sampling(sampling);
    leftOut(sampling);
    options.addToInference(inference);
    options.addToModelFields(fields);
  }

  /** Whether Claude is asked to think. */
  boolean thinks() {
    return model.isClaude() && fields.has("thinking");
  }

  /** Writes the fields that have something to say. */
  void write(JsonGenerator json) throws IOException {
    write("inferenceConfig", inference, json);
    write("additionalModelRequestFields", fields, json);
    OutputFormat format = request.outputFormat();
    if (format != null && !options.has("outputConfig")) {
      format(format, json);
    }
    if (model.isClaude()
        && !request.sampling().stop().isEmpty()
        && !options.has("additionalModelResponseFieldPaths")) {
      json.writeArrayFieldStart("additionalModelResponseFieldPaths");
      json.writeString(request.stream() ? "/delta/stop_sequence" : "/stop_sequence");
      json.writeEndArray();
    }
    user(request.user(), json);
  }

  private void sampling(Sampling sampling) {
    Double temperature = sampling.temperature();
    if (temperature != null && takes("temperature", temperature != 1)) {
      if (temperature > 1) {
        warnings.unsupported("temperature", "set to 1: Converse takes no more");
      }
      inference.put("temperature", Math.min(1, temperature));
    }
    Double topP = sampling.topP();
    if (topP != null && takes("top_p", topP != 1)) {
      if (inference.has("temperature") && model.claude() >= EITHER) {
        warnings.unsupported("top_p", "left out: the model takes temperature or top_p, not both");
      } else {
        inference.put("topP", topP);
      }
    }
    if (!sampling.stop().isEmpty()) {
      sampling.stop().forEach(inference.putArray("stopSequences")::add);
    }
    if (sampling.topK() != null && takes("top_k", true)) {
      topK(sampling.topK());
    }
  }

  /**
   * Whether the model takes a field that chooses tokens: Claude does not while it thinks, and of
   * late not at all.
   *
   * @param matters whether its value is another than the default
   */
  private boolean takes(String field, boolean matters) {
    boolean takes = !thinks() && model.claude() < UNSAMPLED;
    if (!takes && matters) {
      warnings.unsupported(field, "left out: the model does not take it, or not while it thinks");
    }
    return takes;
  }

  private void topK(long topK) {
    if (model.isNova()) {
      fields.putObject("inferenceConfig").put("topK", topK);
    } else if (model.isClaude()) {
      fields.put("top_k", topK);
    } else {
      warnings.unsupported("top_k", "left out: not known how this model takes it");
    }
  }

  private void leftOut(Sampling sampling) {
    leftOut("presence_penalty", notZero(sampling.presencePenalty()));
    leftOut("frequency_penalty", notZero(sampling.frequencyPenalty()));
    leftOut("seed", sampling.seed());
    leftOut("prompt_cache_retention", request.promptCacheRetention());
  }

  private void leftOut(String field, @Nullable Object value) {
    if (value != null) {
      warnings.unsupported(field, "left out: Converse has no such field");
    }
  }

  private static @Nullable Double notZero(@Nullable Double value) {
    return value == null || value == 0 ? null : value;
  }

  private void format(OutputFormat format, JsonGenerator json) throws IOException {
    if (format.schema() == null) {
      warnings.unsupported("response_format", "left out: Converse enforces JSON by a schema only");
      return;
    }
    if (!model.enforcesSchemas()) {
      return;
    }
    json.writeObjectFieldStart("outputConfig");
    json.writeObjectFieldStart("textFormat");
    json.writeStringField("type", "json_schema");
    json.writeObjectFieldStart("structure");
    json.writeObjectFieldStart("jsonSchema");
    json.writeStringField("schema", Json.text(format.schema()));
    if (format.name() != null) {
      json.writeStringField("name", format.name());
    }
    if (format.description() != null) {
      json.writeStringField("description", format.description());
    }
    json.writeEndObject();
    json.writeEndObject();
    json.writeEndObject();
    json.writeEndObject();
  }

  private void user(@Nullable String user, JsonGenerator json) throws IOException {
    if (user == null || options.has("requestMetadata")) {
      return;
    }
    if (METADATA.matcher(user).matches()) {
      json.writeObjectFieldStart("requestMetadata");
      json.writeStringField("user_id", user);
      json.writeEndObject();
    } else {
      warnings.unsupported("user", "left out: requestMetadata does not take its characters");
    }
  }

  private static void write(String name, ObjectNode value, JsonGenerator json) throws IOException {
    if (!value.isEmpty()) {
      json.writeFieldName(name);
      json.writeTree(value);
    }
  }
}
