package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OptionFields;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of a request's body that are not its conversation. */
final class Settings {
  /** The name of Anthropic's options. */
  static final String FAMILY = "anthropic";

  private static final String OUTPUT_CONFIG = "output_config";
  private static final String METADATA = "metadata";

  /** Options that are merged into a member, or may not replace it. */
  private static final Set<String> MERGED =
      Set.of(OUTPUT_CONFIG, METADATA, "model", "messages", "system", "tools", "stream");

  private Settings() {}

  /** Puts how much is to be written and thought, and how its tokens are chosen. */
  static void put(
      RequestBody body,
      ModelRequest request,
      ClaudeModel model,
      ThinkingPlan plan,
      WarningSink warnings) {
    body.put("max_tokens", plan.maxTokens());
    SamplingFields sampling = SamplingFields.of(request.sampling(), model, plan, warnings);
    body.putPresent("temperature", sampling.temperature());
    body.putPresent("top_p", sampling.topP());
    body.putPresent("top_k", sampling.topK());
    if (!sampling.stop().isEmpty()) {
      body.put("stop_sequences", json -> json.writePOJO(sampling.stop()));
    }
    if (plan.type() != null) {
      body.put("thinking", json -> json.writeTree(thinking(plan)));
    }
  }

  private static ObjectNode thinking(ThinkingPlan plan) {
    ObjectNode thinking = Json.MAPPER.createObjectNode().put("type", plan.type());
    if ("enabled".equals(plan.type())) {
      thinking.put("budget_tokens", plan.budget());
    } else if ("adaptive".equals(plan.type())) {
      thinking.put("display", "summarized");
    }
    return thinking;
  }

  /** Puts the shape of the answer, the effort and the person behind the call. */
  static void putConfig(
      RequestBody body, ModelRequest request, ThinkingPlan plan, AnswerShape shape) {
    ObjectNode own = OptionFields.of(request, FAMILY);
    ObjectNode config = Json.MAPPER.createObjectNode();
    if (plan.effort() != null) {
      config.put("effort", plan.effort());
    }
    JsonNode schema = schema(request.outputFormat(), shape);
    if (schema != null) {
      config.putObject("format").put("type", "json_schema").set("schema", schema);
    }
    merge(body, OUTPUT_CONFIG, config, own);
    ObjectNode metadata = Json.MAPPER.createObjectNode();
    if (request.user() != null) {
      metadata.put("user_id", request.user());
    }
    merge(body, METADATA, metadata, own);
  }

  private static @Nullable JsonNode schema(@Nullable OutputFormat format, AnswerShape shape) {
    return shape == AnswerShape.ENFORCED && format != null && format.schema() != null
        ? OutputSchema.enforced(format.schema())
        : null;
  }

  private static void merge(RequestBody body, String name, ObjectNode ours, ObjectNode own) {
    own.path(name).properties().forEach(field -> ours.set(field.getKey(), field.getValue()));
    if (!ours.isEmpty()) {
      body.put(name, json -> json.writeTree(ours));
    }
  }

  /** Puts what the caller says in Anthropic's own words; it wins, but for the conversation. */
  static void putOwn(RequestBody body, ModelRequest request) {
    for (Map.Entry<String, JsonNode> option : OptionFields.of(request, FAMILY).properties()) {
      if (!MERGED.contains(option.getKey())) {
        body.put(option.getKey(), json -> json.writeTree(option.getValue()));
      }
    }
  }
}
