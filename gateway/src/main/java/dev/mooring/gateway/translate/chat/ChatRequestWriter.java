package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.HashedId;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarnOnce;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;

/** Writes requests of Chat Completions. */
public final class ChatRequestWriter implements RequestWriter {

  /** A writer. */
  public ChatRequestWriter() {}

  @Override
  public byte[] write(ModelRequest request, Target target, WarningSink warnings) {
    Flavor flavor = Flavor.of(target);
    WarningSink once = new WarnOnce(warnings);
    ObjectNode own = OwnFields.of(request, target.providerType(), flavor, once);
    return Json.bytes(
        json -> {
          Body body = new Body(json, target.refusedFields(), own, once);
          json.writeStartObject();
          json.writeStringField("model", target.model());
          json.writeFieldName("messages");
          new MessagesWriter(json, flavor, request, once).write(request.messages());
          new ToolsWriter(json, flavor, body, request, once).write(request);
          new SamplingWriter(json, flavor, body, once).write(request.sampling());
          if (request.reasoning() != null) {
            ThinkingWriter.write(json, flavor, body, request.reasoning());
          }
          if (request.outputFormat() != null) {
            format(json, flavor, body, request.outputFormat(), once);
          }
          caller(body, flavor, request, target);
          if (request.stream()) {
            stream(json, target);
          }
          body.own();
          json.writeEndObject();
        });
  }

  private static void format(
      JsonGenerator json, Flavor flavor, Body body, OutputFormat format, WarningSink warnings)
      throws IOException {
    boolean schema = format.schema() != null && flavor.takesSchemas();
    if (format.schema() != null && !schema) {
      warnings.unsupported("response_format", "any JSON object is asked for, without the schema");
    }
    if (!body.begins("response_format")) {
      return;
    }
    json.writeStartObject();
    json.writeStringField("type", schema ? "json_schema" : "json_object");
    if (schema) {
      json.writeObjectFieldStart("json_schema");
      json.writeStringField("name", format.name() == null ? "answer" : format.name());
      if (format.description() != null) {
        json.writeStringField("description", format.description());
      }
      json.writeFieldName("schema");
      json.writeTree(format.schema());
      if (format.strict() != null) {
        json.writeBooleanField("strict", format.strict());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** Writes who calls, and what helps the provider to find its cache. */
  private static void caller(Body body, Flavor flavor, ModelRequest request, Target target)
      throws IOException {
    String key = request.promptCacheKey() == null ? target.stickyKey() : request.promptCacheKey();
    if (body.takes("prompt_cache_key")) {
      body.text("prompt_cache_key", key == null ? null : HashedId.shortened(key));
    }
    if (flavor == Flavor.OPENAI) {
      body.text("prompt_cache_retention", request.promptCacheRetention());
    }
    if (flavor != Flavor.MISTRAL && body.takes("user")) {
      body.text("user", request.user() == null ? null : HashedId.shortened(request.user()));
    }
  }

  private static void stream(JsonGenerator json, Target target) throws IOException {
    json.writeBooleanField("stream", true);
    if (target.streamUsage()) {
      json.writeObjectFieldStart("stream_options");
      json.writeBooleanField("include_usage", true);
      json.writeEndObject();
    }
  }
}
