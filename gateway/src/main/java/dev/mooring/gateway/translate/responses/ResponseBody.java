package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The response object of an answer: whole in each event that tells how the response stands. */
final class ResponseBody {
  private final String echo;
  private final long seconds;
  private String id;
  private String model;

  ResponseBody(AnswerContext context) {
    this.echo = RequestEcho.of(context.request());
    this.seconds = context.at().getEpochSecond();
    this.id = "resp_" + context.id();
    this.model = context.model();
  }

  /**
   * Takes what the provider says: its id where it is one of this API, and its name of the model.
   */
  void told(@Nullable String providersId, @Nullable String providersModel) {
    id = providersId != null && providersId.startsWith("resp_") ? providersId : id;
    model = providersModel == null ? model : providersModel;
  }

  /** Writes the object. */
  void write(
      JsonGenerator json, ResponseEnd end, List<OutputItem> output, @Nullable TokenUsage usage)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    json.writeStringField("object", "response");
    json.writeNumberField("created_at", seconds);
    json.writeStringField("status", end.status());
    if (end.status().equals("completed")) {
      json.writeNumberField("completed_at", seconds);
    } else {
      json.writeNullField("completed_at");
    }
    error(json, end);
    incomplete(json, end);
    json.writeStringField("model", model);
    json.writeArrayFieldStart("output");
    for (OutputItem item : output) {
      item.write(json);
    }
    json.writeEndArray();
    UsageFields.write(json, usage);
    json.writeRaw(',');
    json.writeRaw(echo);
    json.writeEndObject();
  }

  private static void error(JsonGenerator json, ResponseEnd end) throws IOException {
    if (end.code() == null) {
      json.writeNullField("error");
      return;
    }
    json.writeObjectFieldStart("error");
    json.writeStringField("code", end.code());
    json.writeStringField("message", end.message());
    json.writeEndObject();
  }

  private static void incomplete(JsonGenerator json, ResponseEnd end) throws IOException {
    if (end.incomplete() == null) {
      json.writeNullField("incomplete_details");
      return;
    }
    json.writeObjectFieldStart("incomplete_details");
    json.writeStringField("reason", end.incomplete());
    json.writeEndObject();
  }
}
