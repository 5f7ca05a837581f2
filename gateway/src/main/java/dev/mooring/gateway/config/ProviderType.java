package dev.mooring.gateway.config;

import static dev.mooring.gateway.config.Dialect.CHAT;
import static dev.mooring.gateway.config.Dialect.CONVERSE;
import static dev.mooring.gateway.config.Dialect.GEMINI;
import static dev.mooring.gateway.config.Dialect.MESSAGES;
import static dev.mooring.gateway.config.Dialect.RESPONSES;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A type of upstream, by the name that it has in configuration. */
public enum ProviderType {
  OPENAI("openai", "https://api.openai.com", Set.of(CHAT, RESPONSES)),
  AZURE("azure", null, Set.of(CHAT, RESPONSES)),
  ANTHROPIC("anthropic", "https://api.anthropic.com", Set.of(MESSAGES)),
  BEDROCK("bedrock", "https://bedrock-runtime.{region}.amazonaws.com", Set.of(MESSAGES, CONVERSE)),
  GOOGLE("google", "https://generativelanguage.googleapis.com", Set.of(GEMINI)),
  VERTEX("vertex", "https://aiplatform.googleapis.com", Set.of(MESSAGES, GEMINI)),
  DEEPSEEK("deepseek", "https://api.deepseek.com", Set.of(CHAT)),
  ALIBABA("alibaba", "https://dashscope-intl.aliyuncs.com", Set.of(CHAT)),
  MOONSHOT("moonshot", "https://api.moonshot.ai", Set.of(CHAT)),
  OPENAI_COMPATIBLE("openai-compatible", null, Set.of(CHAT)),
  ANTHROPIC_COMPATIBLE("anthropic-compatible", null, Set.of(MESSAGES));

  private final String configName;
  private final @Nullable String defaultBaseUrl;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of makes it immutable
  private final Set<Dialect> dialects;

  ProviderType(String configName, @Nullable String defaultBaseUrl, Set<Dialect> dialects) {
    this.configName = configName;
    this.defaultBaseUrl = defaultBaseUrl;
    this.dialects = dialects;
  }

  /** The value of {@code providers[].type}. */
  public String configName() {
    return configName;
  }

  /**
   * The public origin, without {@code /v1}; null where {@code baseUrl} must be written out.
   *
   * @param region AWS's region or Google's location; empty outside their clouds
   */
  public @Nullable String defaultBaseUrl(String region) {
    if (defaultBaseUrl == null) {
      return null;
    }
    if (this == VERTEX) {
      return vertexOrigin(region);
    }
    String suffix = this == BEDROCK && region.startsWith("cn-") ? ".cn" : "";
    return defaultBaseUrl.replace("{region}", region) + suffix;
  }

  /** Vertex's origin: one for all, one for the regions of each of two continents, else one each. */
  private static String vertexOrigin(String location) {
    return switch (location) {
      case "", "global" -> "https://aiplatform.googleapis.com";
      case "us", "eu" -> "https://aiplatform." + location + ".rep.googleapis.com";
      default -> "https://" + location + "-aiplatform.googleapis.com";
    };
  }

  /** What the type speaks, unless the provider says otherwise. */
  public Set<Dialect> dialects() {
    return dialects;
  }

  /** Whether a provider may say itself what it speaks. */
  public boolean choosesApis() {
    return switch (this) {
      case AZURE, DEEPSEEK, ALIBABA, MOONSHOT, OPENAI_COMPATIBLE, ANTHROPIC_COMPATIBLE -> true;
      case OPENAI, ANTHROPIC, BEDROCK, GOOGLE, VERTEX -> false;
    };
  }

  /** Whether only the dialect of such an upstream is known, not who runs it. */
  public boolean compatible() {
    return this == OPENAI_COMPATIBLE || this == ANTHROPIC_COMPATIBLE;
  }

  /** Whether requests carry an Anthropic key header rather than a bearer token. */
  public boolean anthropicLike() {
    return this == ANTHROPIC || this == ANTHROPIC_COMPATIBLE;
  }

  /** Whether it has OpenAI's paths, those of embeddings among them. */
  public boolean openAiLike() {
    return switch (this) {
      case OPENAI, AZURE, DEEPSEEK, ALIBABA, MOONSHOT, OPENAI_COMPATIBLE -> true;
      case ANTHROPIC, BEDROCK, GOOGLE, VERTEX, ANTHROPIC_COMPATIBLE -> false;
    };
  }

  /** The types by the names that they have in configuration. */
  static Map<String, ProviderType> names() {
    Map<String, ProviderType> names = new LinkedHashMap<>();
    for (ProviderType type : values()) {
      names.put(type.configName(), type);
    }
    return names;
  }
}
