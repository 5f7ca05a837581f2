package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarnOnce;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Writes requests to Messages, within what the API and the model take. */
public final class MessagesRequestWriter implements RequestWriter {
  private static final String OUTPUT_CONFIG = "output_config";
  private static final String METADATA = "metadata";

  /** Options that are merged into a member, or may not replace it. */
  private static final Set<String> MERGED =
      Set.of(OUTPUT_CONFIG, METADATA, "model", "messages", "system", "tools", "stream");

  @Override
  public byte[] write(ModelRequest request, Target target, WarningSink warnings) {
    WarningSink once = new WarnOnce(warnings);
    ClaudeModel model = ClaudeModel.of(target.model());
    Turns turns = Turns.of(request.messages(), once);
    AnswerShape shape = AnswerShape.of(request, model, target, once);
    ToolSection tools =
        ToolSection.of(
            request, turns.turns(), shape, AnswerShape.schemas(model, target), once);
    ThinkingPlan plan = ThinkingPlan.of(request, model, turns.turns(), tools.forced(), once);
    JsonNode own = own(request);
    RequestBody body = new RequestBody();
    body.put("model", target.model());
    body.put("max_tokens", plan.maxTokens());
    sampling(body, SamplingFields.of(request.sampling(), model, plan, once));
    thinking(body, plan);
    body.put(OUTPUT_CONFIG, outputConfig(request.outputFormat(), shape, plan, own));
    body.put(METADATA, metadata(request, own));
    if (request.promptCacheRetention() != null) {
      once.unsupported("prompt_cache_retention", "Anthropic's cache is told by its markers only");
    }
    if (request.cache() != null) {
      body.put("cache_control", json -> json.writeRawValue(CacheMarks.control(request.cache())));
    }
    body.putOwn(own, MERGED);
    List<Part> system = system(turns, shape);
    CacheMarks marks =
        CacheMarks.of(tools.tools(), system, turns.turns(), request.cache(), once);
    conversation(body, request, tools, system, turns.turns(), marks, once);
    if (request.stream()) {
      body.put("stream", json -> json.writeBoolean(true));
    }
    return body.bytes(target.refusedFields(), once);
  }

  private static JsonNode own(ModelRequest request) {
    JsonNode own = request.options().get("anthropic");
    return own == null ? Json.MAPPER.createObjectNode() : own;
  }

  private static void sampling(RequestBody body, SamplingFields sampling) {
    if (sampling.temperature() != null) {
      body.put("temperature", sampling.temperature());
    }
    if (sampling.topP() != null) {
      body.put("top_p", sampling.topP());
    }
    if (sampling.topK() != null) {
      body.put("top_k", sampling.topK());
    }
    if (!sampling.stop().isEmpty()) {
      body.put("stop_sequences", Json.MAPPER.valueToTree(sampling.stop())::serialize);
    }
  }

  private static void thinking(RequestBody body, ThinkingPlan plan) {
    String type = plan.type();
    if (type == null) {
      return;
    }
    ObjectNode thinking = Json.MAPPER.createObjectNode().put("type", type);
    if (type.equals("enabled")) {
      thinking.put("budget_tokens", plan.budget());
    }
    if (plan.told()) {
      thinking.put("display", "summarized");
    }
    body.put("thinking", thinking);
  }

  private static ObjectNode outputConfig(
      OutputFormat format, AnswerShape shape, ThinkingPlan plan, JsonNode own) {
    ObjectNode config = Json.MAPPER.createObjectNode();
    if (plan.effort() != null) {
      config.put("effort", plan.effort());
    }
    if (shape == AnswerShape.ENFORCED) {
      config
          .putObject("format")
          .put("type", "json_schema")
          .set("schema", OutputSchema.enforced(format.schema()));
    }
    own.path(OUTPUT_CONFIG).properties().forEach(field -> config.set(field.getKey(), field.getValue()));
    return config;
  }

  private static ObjectNode metadata(ModelRequest request, JsonNode own) {
    ObjectNode metadata = Json.MAPPER.createObjectNode();
    if (request.user() != null) {
      metadata.put("user_id", request.user());
    }
    own.path(METADATA).properties().forEach(field -> metadata.set(field.getKey(), field.getValue()));
    return metadata;
  }
}
