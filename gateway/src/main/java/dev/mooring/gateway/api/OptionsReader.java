package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Capability;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the options of a request: {@code providerOptions} and the top-level fields that stand
 * for one of its options where that is absent (contract, section 3).
 */
final class OptionsReader {
  private static final String GATEWAY = "providerOptions.gateway";
  private static final long LEAST_TIMEOUT = 1_000;
  private static final long MOST_TIMEOUT = 789_000;
  private static final Set<String> SORTS = Set.of("cost", "ttft", "tps");

  private final Preferences asked = new Preferences();
  private final Preferences shorthand = new Preferences();
  private @Nullable String sessionId;
  private @Nullable Boolean sessionAffinity;
  private @Nullable Boolean zeroDataRetention;
  private @Nullable Boolean disallowPromptTraining;
  private Set<Capability> has = Set.of();
  private @Nullable String user;
  private @Nullable List<String> tags;
  private Map<String, List<String>> byok = Map.of();
  private Map<String, Long> byokTimeouts = Map.of();
  private boolean oneHour;
  private boolean dayRetention;
  private boolean marked;
  private @Nullable String promptCacheKey;
  private @Nullable String previousResponseId;
  private @Nullable String conversationId;

  /** Reads {@code providerOptions}. */
  void providerOptions(JsonCursor json) {
    if (!FieldReader.object(json, "providerOptions")) {
      return;
    }
    while (json.nextField()) {
      switch (json.name()) {
        case "gateway" -> gateway(json);
        case "anthropic" -> anthropic(json);
        case "openai", "azure" -> openai(json);
        default -> json.skip();
      }
    }
  }

  /** Reads top-level {@code provider}. */
  void provider(JsonCursor json) {
    if (!FieldReader.object(json, "provider")) {
      return;
    }
    while (json.nextField()) {
      switch (json.name()) {
        case "order" -> shorthand.order = FieldReader.strings(json, "provider.order");
        case "only" -> shorthand.only = FieldReader.strings(json, "provider.only");
        case "sort" -> shorthand.sort = sort(json, "provider.sort");
        default -> json.skip();
      }
    }
  }

  /** Reads top-level {@code models}. */
  void models(JsonCursor json) {
    shorthand.models = FieldReader.strings(json, "models");
  }

  /** Reads top-level {@code caching}. */
  void caching(JsonCursor json) {
    shorthand.caching = caching(json, "caching");
  }

  /** Reads top-level {@code cache_ttl}. */
  void cacheTtl(JsonCursor json) {
    shorthand.cacheTtl = FieldReader.string(json, "cache_ttl");
  }

  /** What was asked. */
  GatewayOptions options() {
    asked.fillFrom(shorthand);
    return new GatewayOptions(
        sessionId,
        sessionAffinity == null || sessionAffinity,
        orEmpty(asked.order),
        asked.only,
        asked.sort,
        orEmpty(asked.models),
        zeroDataRetention != null && zeroDataRetention,
        disallowPromptTraining != null && disallowPromptTraining,
        has,
        byok,
        byokTimeouts,
        asked.caching != null,
        asked.cacheTtl,
        user,
        orEmpty(tags));
  }

  /** Whether {@code providerOptions.anthropic.cacheControl} asks for one hour. */
  boolean oneHour() {
    return oneHour;
  }

  /** Whether {@code promptCacheRetention} asks for 24 hours. */
  boolean dayRetention() {
    return dayRetention;
  }

  /** Whether {@code providerOptions.anthropic.cacheControl} marks the prompt. */
  boolean marked() {
    return marked;
  }

  /** OpenAI's {@code promptCacheKey}, or null. */
  @Nullable String promptCacheKey() {
    return promptCacheKey;
  }

  /** OpenAI's {@code previousResponseId}, or null. */
  @Nullable String previousResponseId() {
    return previousResponseId;
  }

  /** OpenAI's {@code conversation}, or null. */
  @Nullable String conversationId() {
    return conversationId;
  }

  /** Reads {@code providerOptions.gateway}. */
  private void gateway(JsonCursor json) {
    if (!FieldReader.object(json, GATEWAY)) {
      return;
    }
    while (json.nextField()) {
      String path = GATEWAY + "." + json.name();
      switch (json.name()) {
        case "sessionId" -> sessionId = FieldReader.string(json, path);
        case "sessionAffinity" -> sessionAffinity = FieldReader.bool(json, path);
        case "order" -> asked.order = FieldReader.strings(json, path);
        case "only" -> asked.only = FieldReader.strings(json, path);
        case "sort" -> asked.sort = sort(json, path);
        case "models" -> asked.models = FieldReader.strings(json, path);
        case "zeroDataRetention" -> zeroDataRetention = FieldReader.bool(json, path);
        case "disallowPromptTraining" -> disallowPromptTraining = FieldReader.bool(json, path);
        case "has" -> has = capabilities(json, path);
        case "byok" -> byok = byok(json, path);
        case "providerTimeouts" -> byokTimeouts = timeouts(json, path);
        case "caching" -> asked.caching = caching(json, path);
        case "cacheTtl" -> asked.cacheTtl = FieldReader.string(json, path);
        case "user" -> user = FieldReader.string(json, path);
        case "tags" -> tags = FieldReader.strings(json, path);
        default -> json.skip();
      }
    }
  }

  /** Reads one of the known orders. */
  private static @Nullable String sort(JsonCursor json, String path) {
    String sort = FieldReader.string(json, path);
    if (sort != null && !SORTS.contains(sort)) {
      throw new InvalidRequestException(path, path + ": " + sort + " (expected: cost, ttft, tps)");
    }
    return sort;
  }

  /** Reads names of capabilities, each a known one. */
  private static Set<Capability> capabilities(JsonCursor json, String path) {
    Set<Capability> asked = EnumSet.noneOf(Capability.class);
    List<String> names = orEmpty(FieldReader.strings(json, path));
    for (int i = 0; i < names.size(); i++) {
      Capability known = Capability.names().get(names.get(i));
      if (known == null) {
        String at = path + "[" + i + "]";
        String all = String.join(", ", Capability.names().keySet());
        throw new InvalidRequestException(
            at, at + ": " + names.get(i) + " (expected: " + all + ")");
      }
      asked.add(known);
    }
    return Collections.unmodifiableSet(asked);
  }

  /** Reads {@code auto}. */
  private static @Nullable String caching(JsonCursor json, String path) {
    String caching = FieldReader.string(json, path);
    if (caching != null && !caching.equals("auto")) {
      throw new InvalidRequestException(path, path + ": " + caching + " (expected: auto)");
    }
    return caching;
  }

  /** Reads the caller's own credentials. */
  private static Map<String, List<String>> byok(JsonCursor json, String path) {
    if (!FieldReader.object(json, path)) {
      return Map.of();
    }
    Map<String, List<String>> byProvider = new LinkedHashMap<>();
    while (json.nextField()) {
      String provider = json.name();
      String at = path + "." + provider;
      FieldReader.require(json, JsonToken.START_ARRAY, at, "an array of objects");
      List<String> keys = new ArrayList<>();
      while (json.nextElement()) {
        FieldReader.requireRoom(keys, at);
        keys.add(apiKey(json, at + "[" + keys.size() + "]"));
      }
      byProvider.put(provider, List.copyOf(keys));
    }
    return Collections.unmodifiableMap(byProvider);
  }

  /** Reads one credential. */
  private static String apiKey(JsonCursor json, String path) {
    FieldReader.require(json, JsonToken.START_OBJECT, path, "an object");
    String key = null;
    while (json.nextField()) {
      if (json.name().equals("apiKey")) {
        key = FieldReader.string(json, path + ".apiKey");
      } else {
        json.skip();
      }
    }
    if (key == null || key.isBlank()) {
      throw new InvalidRequestException(
          path + ".apiKey", path + ".apiKey: missing (expected: the credential's API key)");
    }
    if (!key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new InvalidRequestException(
          path + ".apiKey",
          path + ".apiKey: holds what no key has (expected: printable ASCII without spaces)");
    }
    return key;
  }

  /** Reads {@code providerTimeouts}. */
  private static Map<String, Long> timeouts(JsonCursor json, String path) {
    if (!FieldReader.object(json, path)) {
      return Map.of();
    }
    Map<String, Long> byProvider = new LinkedHashMap<>();
    while (json.nextField()) {
      if (json.name().equals("byok")) {
        byokTimeouts(json, path + ".byok", byProvider);
      } else {
        json.skip();
      }
    }
    return Collections.unmodifiableMap(byProvider);
  }

  /** Reads the time-outs of the caller's own credentials. */
  private static void byokTimeouts(JsonCursor json, String path, Map<String, Long> byProvider) {
    if (!FieldReader.object(json, path)) {
      return;
    }
    while (json.nextField()) {
      String provider = json.name();
      Long millis = json.at(JsonToken.VALUE_NUMBER_INT) ? json.number() : null;
      if (millis == null || millis < LEAST_TIMEOUT || millis > MOST_TIMEOUT) {
        String at = path + "." + provider;
        throw new InvalidRequestException(
            at,
            at + ": (expected: milliseconds, from " + LEAST_TIMEOUT + " to " + MOST_TIMEOUT + ")");
      }
      byProvider.put(provider, millis);
    }
  }

  /** Reads {@code providerOptions.anthropic}. */
  private void anthropic(JsonCursor json) {
    if (!json.enters(JsonToken.START_OBJECT)) {
      return;
    }
    while (json.nextField()) {
      if (json.name().equals("cacheControl")) {
        marked |= json.at(JsonToken.START_OBJECT);
        oneHour |= CacheControl.asksOneHour(json);
      } else {
        json.skip();
      }
    }
  }

  /** Reads {@code providerOptions.openai} or {@code .azure}. */
  private void openai(JsonCursor json) {
    if (!json.enters(JsonToken.START_OBJECT)) {
      return;
    }
    while (json.nextField()) {
      switch (json.name()) {
        case "promptCacheRetention" -> dayRetention |= "24h".equals(json.string());
        case "promptCacheKey" -> promptCacheKey = json.string();
        case "previousResponseId" -> previousResponseId = json.string();
        case "conversation" -> conversationId = json.string();
        default -> json.skip();
      }
    }
  }

  /** The list, or an empty one. */
  private static List<String> orEmpty(@Nullable List<String> list) {
    return list == null ? List.of() : list;
  }

  /** The options that have a shorthand; null where not asked. */
  private static final class Preferences {
    private @Nullable List<String> order;
    private @Nullable List<String> only;
    private @Nullable String sort;
    private @Nullable List<String> models;
    private @Nullable String caching;
    private @Nullable String cacheTtl;

    /** Takes from others what was not asked here. */
    private void fillFrom(Preferences other) {
      order = order == null ? other.order : order;
      only = only == null ? other.only : only;
      sort = sort == null ? other.sort : sort;
      models = models == null ? other.models : models;
      caching = caching == null ? other.caching : caching;
      cacheTtl = cacheTtl == null ? other.cacheTtl : cacheTtl;
    }
  }
}
