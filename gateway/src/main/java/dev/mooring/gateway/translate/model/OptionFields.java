package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.api.InvalidRequestException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request that one family of providers knows ({@link ModelRequest#options}): put
 * together by a reader, told of by the writers of other families.
 */
public final class OptionFields {
  /** By family what holds a part of the prompt: without it the answer would be wrong. */
  private static final Map<String, Set<String>> PROMPT =
      Map.of(
          "openai",
          Set.of("previous_response_id", "conversation", "prompt"),
          "google",
          Set.of("cachedContent"));

  private final Map<String, ObjectNode> families = new LinkedHashMap<>();

  /** No fields yet. */
  public OptionFields() {}

  /** Adds a field under its wire name; one that is there already stays. */
  public void add(String family, String name, JsonNode value) {
    ObjectNode fields =
        families.computeIfAbsent(family, unused -> JsonNodeFactory.instance.objectNode());
    if (!fields.has(name)) {
      fields.set(name, value);
    }
  }

  /**
   * Adds what a body's {@code providerOptions} have for each provider, but not for the gateway.
   * Names may be written as the AI SDK writes them; they become the wire's.
   */
  public void addAll(@Nullable JsonNode providerOptions) {
    if (providerOptions == null) {
      return;
    }
    for (Map.Entry<String, JsonNode> provider : providerOptions.properties()) {
      if (provider.getKey().equals("gateway")) {
        continue;
      }
      String family = family(provider.getKey());
      for (Map.Entry<String, JsonNode> field : provider.getValue().properties()) {
        boolean snake = !family.equals("google") && !family.equals("bedrock");
        add(
            family,
            snake ? wireName(field.getKey()) : field.getKey(),
            family.equals("anthropic") ? wireNames(field.getValue()) : field.getValue());
      }
    }
  }

  /** The fields by family, for {@link ModelRequest#options}. */
  public Map<String, JsonNode> byFamily() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(families));
  }

  /** The fields of one family; none where the request has none. */
  public static ObjectNode of(ModelRequest request, String family) {
    return request.options().get(family) instanceof ObjectNode fields
        ? fields
        : JsonNodeFactory.instance.objectNode();
  }

  /**
   * Warns of each field that is for other families than the one that is written, but not of a
   * marker on the whole prompt that the request has as its own ({@link ModelRequest#cache}).
   *
   * @throws InvalidRequestException for one that holds a part of the prompt
   */
  public static void warnOthers(ModelRequest request, String family, WarningSink warnings) {
    request
        .options()
        .forEach(
            (other, fields) -> {
              if (!other.equals(family)) {
                for (Map.Entry<String, JsonNode> field : fields.properties()) {
                  if (request.cache() == null || !field.getKey().equals("cache_control")) {
                    leaveOut(other, field.getKey(), warnings);
                  }
                }
              }
            });
  }

  /**
   * Warns of a field that is left out.
   *
   * @throws InvalidRequestException for one that holds a part of the prompt
   */
  public static void leaveOut(String family, String name, WarningSink warnings) {
    if (PROMPT.getOrDefault(family, Set.of()).contains(name)) {
      throw new InvalidRequestException(
          name, name + " holds a part of the prompt that this model's provider cannot read");
    }
    warnings.unsupported(name, "left out: the provider's API has no such field");
  }

  /** The family that a provider's name in {@code providerOptions} stands for. */
  private static String family(String provider) {
    return switch (provider) {
      case "azure" -> "openai";
      case "vertex", "googleVertex" -> "google";
      case "amazonBedrock", "amazon-bedrock" -> "bedrock";
      default -> provider;
    };
  }

  /** A value whose objects' names are the wire's. */
  private static JsonNode wireNames(JsonNode value) {
    if (!value.isObject()) {
      return value;
    }
    ObjectNode renamed = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      renamed.set(wireName(field.getKey()), field.getValue());
    }
    return renamed;
  }

  /** {@code promptCacheKey} as {@code prompt_cache_key}. */
  private static String wireName(String name) {
    return name.equals("textVerbosity") ? "verbosity" : SnakeCase.of(name);
  }
}
