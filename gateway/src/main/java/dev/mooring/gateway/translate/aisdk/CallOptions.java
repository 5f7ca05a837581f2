package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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

  private CallOptions(JsonField body, WarningSink warnings) {
    this.warnings = warnings;
    this.reasoning = new ReasoningOptions(body);
  }

  /** Reads the options of a call. */
  static CallOptions read(JsonField body, WarningSink warnings) {
    CallOptions options = new CallOptions(body, warnings);
    JsonField all = body.get("providerOptions");
    for (String family : names(all)) {
      if (!family.equals("gateway")) {
        options.family(family, all.get(family));
      }
    }
    return options;
  }

  private void family(String family, JsonField options) {
    switch (family) {
      case "openai", "azure" -> names(options).forEach(name -> openai(name, options.get(name)));
      case "anthropic" -> names(options).forEach(name -> anthropic(name, options.get(name)));
      case "google", "vertex", "googleVertex" ->
          names(options).forEach(name -> google(name, options.get(name)));
      case "bedrock" -> names(options).forEach(name -> bedrock(name, options.get(name)));
      default ->
          warnings.unsupported(options.path(), "Options of this provider are not handed on.");
    }
  }

  private void openai(String name, JsonField option) {
    switch (name) {
      case "parallelToolCalls" -> parallelToolCalls = option.flag();
      case "strictJsonSchema" -> strictSchema = option.flag();
      case "promptCacheKey" -> promptCacheKey = option.text();
      case "promptCacheRetention" -> promptCacheRetention = option.text();
      case "user" -> user = option.text();
      case "reasoningEffort" -> reasoning.openAiEffort(option.text());
      case "reasoningSummary" -> reasoning.summary(option.text());
      case "textVerbosity" -> put("openai", "verbosity", option.node());
      case "serviceTier",
          "store",
          "metadata",
          "safetyIdentifier",
          "promptCacheOptions",
          "previousResponseId",
          "conversation" ->
          put("openai", WireNames.snake(name), option.node());
      case "systemMessageMode", "forceReasoning", "include" -> {}
      default -> unknown(option);
    }
  }

  private void anthropic(String name, JsonField option) {
    switch (name) {
      case "cacheControl" ->
          cache = option.present() ? CacheMark.of(option.get("ttl").text()) : null;
      case "disableParallelToolUse" ->
          parallelToolCalls = Boolean.TRUE.equals(option.flag()) ? Boolean.FALSE : null;
      case "thinking" -> reasoning.thinking(option);
      case "effort" -> reasoning.anthropicEffort(option.text());
      case "metadata" -> user = option.get("userId").text();
      case "container", "mcpServers", "contextManagement", "speed", "inferenceGeo", "serviceTier" ->
          put(
              "anthropic",
              WireNames.snake(name),
              option.node().isObject() ? WireNames.snake(option.node()) : option.node());
      case "sendReasoning", "structuredOutputMode", "toolStreaming", "includePings" -> {}
      default -> unknown(option);
    }
  }

  private void google(String name, JsonField option) {
    switch (name) {
      case "thinkingConfig" -> reasoning.thinkingConfig(option);
      case "safetySettings", "cachedContent", "labels" -> put("google", name, option.node());
      case "structuredOutputs" -> {}
      default -> unknown(option);
    }
  }

  private void bedrock(String name, JsonField option) {
    switch (name) {
      case "reasoningConfig" -> reasoning.thinking(option);
      case "additionalModelRequestFields", "guardrailConfig", "serviceTier" ->
          put("bedrock", name, option.node());
      default -> unknown(option);
    }
  }

  private void put(String family, String name, JsonNode value) {
    byFamily.computeIfAbsent(family, unused -> Json.MAPPER.createObjectNode()).set(name, value);
  }

  private void unknown(JsonField option) {
    warnings.unsupported(option.path(), "The gateway does not know it; it was left out.");
  }

  private static List<String> names(JsonField object) {
    List<String> names = new ArrayList<>();
    if (object.present()) {
      object.node().fieldNames().forEachRemaining(names::add);
    }
    return names;
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
