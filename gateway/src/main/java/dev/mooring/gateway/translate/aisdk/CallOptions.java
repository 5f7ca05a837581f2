package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.OptionFields;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.SnakeCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code providerOptions} of a call: what the neutral model has a place for, and the rest by
 * family under wire names.
 */
final class CallOptions {
  private final ReasoningOptions reasoning;
  private final OptionFields others = new OptionFields();
  private @Nullable Boolean parallelToolCalls;
  private @Nullable Boolean strictSchema;
  private @Nullable CacheMark cache;
  private @Nullable String promptCacheKey;
  private @Nullable String promptCacheRetention;
  private @Nullable String user;

  private CallOptions(JsonField body) {
    this.reasoning = new ReasoningOptions(body);
  }

  /** Reads the options of a call. */
  static CallOptions read(JsonField body) {
    CallOptions options = new CallOptions(body);
    JsonField all = body.get("providerOptions");
    for (String provider : names(all)) {
      JsonField family = all.get(provider);
      for (String name : names(family)) {
        options.option(provider, name, family.get(name));
      }
    }
    return options;
  }

  private void option(String provider, String name, JsonField option) {
    switch (provider) {
      case "gateway" -> {}
      case "openai", "azure" -> openai(name, option);
      case "anthropic", "vertexAnthropic" -> anthropic(name, option);
      case "google", "vertex", "googleVertex" -> google(name, option);
      case "bedrock", "amazonBedrock" -> bedrock(name, option);
      default -> others.add(provider, SnakeCase.of(name), option.node());
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
      case "textVerbosity" -> others.add("openai", "verbosity", option.node());
      // what the client itself, or the gateway, makes of a request
      case "systemMessageMode", "forceReasoning", "include" -> {}
      default -> others.add("openai", SnakeCase.of(name), option.node());
    }
  }

  private void anthropic(String name, JsonField option) {
    switch (name) {
      case "cacheControl" ->
          cache = option.present() ? CacheMark.of(option.get("ttl").text()) : null;
      case "disableParallelToolUse" ->
          parallelToolCalls = Boolean.TRUE.equals(option.flag()) ? (Boolean) false : null;
      case "thinking" -> reasoning.thinking(option);
      case "effort" -> reasoning.anthropicEffort(option.text());
      case "metadata" -> user = option.get("userId").text();
      // what the client itself makes of a request
      case "sendReasoning", "structuredOutputMode", "toolStreaming", "includePings" -> {}
      default -> others.add("anthropic", SnakeCase.of(name), values(option.node()));
    }
  }

  private void google(String name, JsonField option) {
    if (name.equals("thinkingConfig")) {
      reasoning.thinkingConfig(option);
    } else {
      others.add("google", name, option.node());
    }
  }

  private void bedrock(String name, JsonField option) {
    if (name.equals("reasoningConfig")) {
      reasoning.thinking(option);
    } else {
      others.add("bedrock", name, option.node());
    }
  }

  private static JsonNode values(JsonNode value) {
    return value.isObject() ? WireNames.snake(value) : value;
  }

  /** The names of an object's members that have a value. */
  private static List<String> names(JsonField object) {
    List<String> names = new ArrayList<>();
    if (object.present()) {
      for (Map.Entry<String, JsonNode> member : object.node().properties()) {
        if (!member.getValue().isNull()) {
          names.add(member.getKey());
        }
      }
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
    return others.byFamily();
  }
}
