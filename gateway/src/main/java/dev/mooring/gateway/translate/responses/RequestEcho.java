package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.Sampling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The members of a response that say what was asked; strict clients require every one of them. What
 * was not asked has the API's own default.
 */
final class RequestEcho {
  private final ModelRequest request;
  private final @Nullable JsonNode options;

  private RequestEcho(ModelRequest request) {
    this.request = request;
    this.options = request.options().get("openai");
  }

  /** The members as text: to go into an object, behind a comma. */
  static String of(ModelRequest request) {
    byte[] object = Json.bytes(new RequestEcho(request)::write);
    return new String(object, 1, object.length - 2, StandardCharsets.UTF_8);
  }

  private void write(JsonGenerator json) throws IOException {
    Sampling sampling = request.sampling();
    json.writeStartObject();
    json.writeBooleanField("background", false);
    json.writeStringField("instructions", ResponsesRequestWriter.instructions(request.messages()));
    number(json, "max_output_tokens", sampling.maxOutputTokens());
    json.writeNullField("max_tool_calls");
    json.writeBooleanField(
        "parallel_tool_calls", !Boolean.FALSE.equals(request.parallelToolCalls()));
    json.writeNullField("previous_response_id");
    json.writeNumberField("frequency_penalty", or(sampling.frequencyPenalty(), 0));
    json.writeNumberField("presence_penalty", or(sampling.presencePenalty(), 0));
    json.writeStringField("prompt_cache_key", request.promptCacheKey());
    json.writeStringField("prompt_cache_retention", request.promptCacheRetention());
    reasoning(json, request.reasoning());
    json.writeNullField("safety_identifier");
    json.writeStringField("service_tier", "default");
    json.writeBooleanField("store", false);
    json.writeNumberField("temperature", or(sampling.temperature(), 1));
    text(json);
    json.writeFieldName("tool_choice");
    ToolFields.write(json, request.toolChoice(), request.tools());
    json.writeArrayFieldStart("tools");
    ToolFields.write(json, request.tools());
    json.writeEndArray();
    json.writeNumberField("top_logprobs", 0);
    json.writeNumberField("top_p", or(sampling.topP(), 1));
    json.writeStringField("truncation", "disabled");
    json.writeStringField("user", request.user());
    json.writeFieldName("metadata");
    json.writeTree(
        option("metadata") == null ? Json.MAPPER.createObjectNode() : option("metadata"));
    json.writeEndObject();
  }

  private void text(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("text");
    json.writeFieldName("format");
    TextFormat.write(json, request.outputFormat());
    JsonNode verbosity = option("verbosity");
    json.writeStringField("verbosity", verbosity == null ? "medium" : verbosity.asText());
    json.writeEndObject();
  }

  private static void reasoning(JsonGenerator json, @Nullable ReasoningRequest asked)
      throws IOException {
    json.writeObjectFieldStart("reasoning");
    json.writeStringField("effort", asked == null ? null : ReasoningFields.effort(asked));
    json.writeStringField("summary", asked == null ? null : asked.summary());
    json.writeEndObject();
  }

  private @Nullable JsonNode option(String name) {
    return options == null ? null : options.get(name);
  }

  private static double or(@Nullable Double asked, double standard) {
    return asked == null ? standard : asked;
  }

  private static void number(JsonGenerator json, String name, @Nullable Long value)
      throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }
}
