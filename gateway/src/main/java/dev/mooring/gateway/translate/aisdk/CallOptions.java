package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code providerOptions} of a call: what the neutral model has a place for, and the rest by
 * family under wire names.
 */
final class CallOptions {
  private final WarningSink warnings;
  private final ReasoningOptions reasoning;
  private final Map<String, ObjectNode> byFamily = new LinkedHashMap<>();
  private @Nullable Boolean parallelToolCalls;
  private @Nullable Boolean strictSchema;
  private @Nullable CacheMark cache;
  private @Nullable String promptCacheKey;
  private @Nullable String promptCacheRetention;
  private @Nullable String user;

  private CallOptions(Fields body, WarningSink warnings) {
    this.warnings = warnings;
    this.reasoning = new ReasoningOptions(body);
  }

  /** Reads the options of a call. */
  static CallOptions read(Fields body, WarningSink warnings) {
    CallOptions options = new CallOptions(body, warnings);
    Fields all = body.object("providerOptions");
    if (all != null) {
      for (Map.Entry<String, JsonNode> family : all.node().properties()) {
        if (!family.getKey().equals("gateway") && !family.getValue().isNull()) {
          options.family(family.getKey(), Fields.of(family.getValue(), all.at(family.getKey())));
        }
      }
    }
    return options;
  }

  private void family(String name, Fields options) {
    switch (name) {
      case "openai", "azure" ->
          options.node().properties().forEach(o -> openai(options, o.getKey(), o.getValue()));
      case "anthropic" ->
          options.node().properties().forEach(o -> anthropic(options, o.getKey(), o.getValue()));
      case "google", "vertex", "googleVertex" ->
          options.node().properties().forEach(o -> google(options, o.getKey(), o.getValue()));
      case "bedrock" ->
          options.node().properties().forEach(o -> bedrock(options, o.getKey(), o.getValue()));
      default ->
          warnings.unsupported(options.path(), "Options of this provider are not handed on.");
    }
  }

  private void openai(Fields options, String name, JsonNode value) {
    switch (name) {
      case "parallelToolCalls" -> parallelToolCalls = options.bool(name);
      case "strictJsonSchema" -> strictSchema = options.bool(name);
      case "promptCacheKey" -> promptCacheKey = options.stringOrNull(name);
      case "promptCacheRetention" -> promptCacheRetention = options.stringOrNull(name);
      case "user" -> user = options.stringOrNull(name);
      case "reasoningEffort" -> reasoning.openAiEffort(options.stringOrNull(name));
      case "reasoningSummary" -> reasoning.summary(options.stringOrNull(name));
      case "textVerbosity" -> put("openai", "verbosity", value);
      case "serviceTier",
          "store",
          "metadata",
          "safetyIdentifier",
          "promptCacheOptions",
          "previousResponseId",
          "conversation" ->
          put("openai", WireNames.snake(name), value);
      case "systemMessageMode", "forceReasoning", "include" -> {}
      default -> unknown(options, name);
    }
  }

  private void anthropic(Fields options, String name, JsonNode value) {
    switch (name) {
      case "cacheControl" -> cache = NodeOptions.mark(wrapped("anthropic", options));
      case "disableParallelToolUse" ->
          parallelToolCalls =
              options.bool(name) == null ? null : !Boolean.TRUE.equals(options.bool(name));
      case "thinking" -> reasoning.thinking(options.object(name));
      case "effort" -> reasoning.anthropicEffort(options.stringOrNull(name));
      case "metadata" -> {
        Fields metadata = options.object(name);
        user = metadata == null ? user : metadata.stringOrNull("userId");
      }
      case "container", "mcpServers", "contextManagement", "speed", "inferenceGeo", "serviceTier" ->
          put(
              "anthropic",
              WireNames.snake(name),
              value.isObject() ? WireNames.snake(value) : value);
      case "sendReasoning", "structuredOutputMode", "toolStreaming", "includePings" -> {}
      default -> unknown(options, name);
    }
  }

  private void google(Fields options, String name, JsonNode value) {
    switch (name) {
      case "thinkingConfig" -> reasoning.thinkingConfig(options.object(name));
      case "safetySettings", "cachedContent", "labels" -> put("google", name, value);
      case "structuredOutputs" -> {}
      default -> unknown(options, name);
    }
  }

  private void bedrock(Fields options, String name, JsonNode value) {
    switch (name) {
      case "reasoningConfig" -> reasoning.thinking(options.object(name));
      case "additionalModelRequestFields", "guardrailConfig", "serviceTier" ->
          put("bedrock", name, value);
      default -> unknown(options, name);
    }
  }

  private void put(String family, String name, JsonNode value) {
    byFamily.computeIfAbsent(family, unused -> Json.MAPPER.createObjectNode()).set(name, value);
  }

  private void unknown(Fields options, String name) {
    warnings.unsupported(options.at(name), "The gateway does not know it; it was left out.");
  }

  /** The options of one family, as a node has them. */
  private static Fields wrapped(String family, Fields options) {
    ObjectNode node = Json.MAPPER.createObjectNode();
    node.putObject("providerOptions").set(family, options.node());
    return new Fields(node, options.path());
  }

  @Nullable Boolean parallelToolCalls() {
    return parallelToolCalls;
  }

  @Nullable Boolean strictSchema() {
    return strictSchema;
  }

  @Nullable CacheMark cache() {
    return cache;
  }

  @Nullable String promptCacheKey() {
    return promptCacheKey;
  }

  @Nullable String promptCacheRetention() {
    return promptCacheRetention;
  }

  @Nullable String user() {
    return user;
  }

  @Nullable ReasoningRequest reasoning() {
    return reasoning.request();
  }

  /** What has no place in the neutral model, by family. */
  Map<String, JsonNode> byFamily() {
    return Collections.unmodifiableMap(byFamily);
  }
}
