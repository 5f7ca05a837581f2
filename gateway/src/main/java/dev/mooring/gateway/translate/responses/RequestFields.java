package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.HashedId;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OptionFields;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the fields of a request besides the conversation and its tools. */
final class RequestFields {
  /** The API refuses a smaller limit. */
  private static final long LEAST_OUTPUT = 16;

  /** The fields of OpenAI's that this API has under the same names. */
  private static final Set<String> OPTIONS =
      Set.of(
          "conversation",
          "max_tool_calls",
          "metadata",
          "previous_response_id",
          "prompt",
          "prompt_cache_options",
          "safety_identifier",
          "service_tier",
          "top_logprobs",
          "truncation");

  private final JsonGenerator json;
  private final ModelRequest request;
  private final Target target;
  private final TargetModel model;
  private final WarningSink warnings;

  RequestFields(JsonGenerator json, ModelRequest request, Target target, WarningSink warnings) {
    this.json = json;
    this.request = request;
    this.target = target;
    this.model = TargetModel.of(target.model());
    this.warnings = warnings;
  }

  /** Writes them. */
  void write() throws IOException {
    sampling(request.sampling());
    reasoning();
    text();
    if (request.stream()) {
      json.writeBooleanField("stream", true);
    }
    JsonNode store = OptionFields.of(request, "openai").get("store");
    json.writeBooleanField("store", store != null && store.asBoolean());
    String key = request.promptCacheKey();
    string("prompt_cache_key", id(key == null ? target.stickyKey() : key));
    string("prompt_cache_retention", request.promptCacheRetention());
    string("user", id(request.user()));
    options();
    OptionFields.warnOthers(request, "openai", warnings);
  }

  private void sampling(Sampling sampling) throws IOException {
    Long most = sampling.maxOutputTokens();
    if (most != null && takes("max_output_tokens")) {
      json.writeNumberField("max_output_tokens", Math.max(most, LEAST_OUTPUT));
      warn(most < LEAST_OUTPUT, "max_tokens", "raised to the API's least, " + LEAST_OUTPUT);
    }
    chance("temperature", sampling.temperature());
    chance("top_p", sampling.topP());
    boolean penalty = sampling.presencePenalty() != null || sampling.frequencyPenalty() != null;
    absent(sampling.topK() != null, "top_k");
    absent(penalty, "presence_penalty and frequency_penalty");
    absent(sampling.seed() != null, "seed");
    absent(!sampling.stop().isEmpty(), "stop sequences");
  }

  private void chance(String name, @Nullable Double value) throws IOException {
    if (value == null) {
      return;
    }
    if (model.thinks()) {
      warn(true, name, "left out: models that think take none");
    } else if (takes(name)) {
      json.writeNumberField(name, value);
    }
  }

  private void reasoning() throws IOException {
    ReasoningRequest asked = request.reasoning();
    if (model.neverThinks()) {
      warn(asked != null && !asked.off(), "reasoning", "left out: the model does not think");
      return;
    }
    if (asked != null && takes("reasoning")) {
      String effort = ReasoningFields.effort(asked);
      String summary = summary(asked);
      if (effort != null || summary != null) {
        json.writeObjectFieldStart("reasoning");
        string("effort", effort);
        string("summary", summary);
        json.writeEndObject();
      }
    }
    if ((asked != null && !asked.off()) || model.thinks() || thoughtBefore()) {
      json.writeArrayFieldStart("include");
      json.writeString("reasoning.encrypted_content");
      json.writeEndArray();
    }
  }

  /** How to tell the thoughts: callers that buy tokens of them read them. */
  private static @Nullable String summary(ReasoningRequest asked) {
    boolean read = asked.budgetTokens() != null && asked.budgetTokens() > 0;
    return asked.summary() == null && read ? "auto" : asked.summary();
  }

  private boolean thoughtBefore() {
    for (Message message : request.messages()) {
      for (Part part : message.parts()) {
        if (part instanceof Part.Reasoning reasoning
            && reasoning.signature() != null
            && reasoning.signature().family() == Signature.Family.OPENAI) {
          return true;
        }
      }
    }
    return false;
  }

  private void text() throws IOException {
    JsonNode verbosity = OptionFields.of(request, "openai").get("verbosity");
    if (request.outputFormat() == null && verbosity == null) {
      return;
    }
    json.writeObjectFieldStart("text");
    if (request.outputFormat() != null) {
      json.writeFieldName("format");
      TextFormat.write(json, request.outputFormat());
    }
    if (verbosity != null) {
      json.writeFieldName("verbosity");
      json.writeTree(verbosity);
    }
    json.writeEndObject();
  }

  private void options() throws IOException {
    for (Map.Entry<String, JsonNode> option : OptionFields.of(request, "openai").properties()) {
      String name = option.getKey();
      if (OPTIONS.contains(name)) {
        if (takes(name)) {
          json.writeFieldName(name);
          json.writeTree(option.getValue());
        }
      } else {
        absent(!name.equals("store") && !name.equals("verbosity"), name);
      }
    }
  }

  private boolean takes(String name) {
    return !target.refusedFields().contains(name);
  }

  private void string(String name, @Nullable String value) throws IOException {
    if (value != null && takes(name)) {
      json.writeStringField(name, value);
    }
  }

  /** An id as the API takes it. */
  private static @Nullable String id(@Nullable String id) {
    return id == null ? null : HashedId.shortened(id);
  }

  private void absent(boolean asked, String name) {
    warn(asked, name, "left out: the provider's API has no such field");
  }

  private void warn(boolean when, String feature, String details) {
    if (when) {
      warnings.unsupported(feature, details);
    }
  }
}
