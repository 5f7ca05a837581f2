package dev.mooring.gateway.config;

import static dev.mooring.gateway.config.Api.CHAT;
import static dev.mooring.gateway.config.Api.MESSAGES;
import static dev.mooring.gateway.config.Api.RESPONSES;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A type of upstream, by the name that it has in configuration. */
public enum ProviderType {
  OPENAI("openai", "https://api.openai.com", Set.of(CHAT, RESPONSES)),
  ANTHROPIC("anthropic", "https://api.anthropic.com", Set.of(MESSAGES)),
  OPENAI_COMPATIBLE("openai-compatible", null, Set.of(CHAT)),
  ANTHROPIC_COMPATIBLE("anthropic-compatible", null, Set.of(MESSAGES));

  private final String configName;
  private final @Nullable String defaultBaseUrl;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of makes it immutable
  private final Set<Api> apis;

  ProviderType(String configName, @Nullable String defaultBaseUrl, Set<Api> apis) {
    this.configName = configName;
    this.defaultBaseUrl = defaultBaseUrl;
    this.apis = apis;
  }

  /** The value of {@code providers[].type}. */
  public String configName() {
    return configName;
  }

  /** The public origin, without {@code /v1}; null where {@code baseUrl} must be written out. */
  public @Nullable String defaultBaseUrl() {
    return defaultBaseUrl;
  }

  /** The APIs that the type speaks itself, unless the provider says otherwise. */
  public Set<Api> apis() {
    return apis;
  }

  /** Whether only the dialect of such an upstream is known, not who runs it. */
  public boolean compatible() {
    return this == OPENAI_COMPATIBLE || this == ANTHROPIC_COMPATIBLE;
  }

  /** Whether requests carry an Anthropic key header rather than a bearer token. */
  public boolean anthropicLike() {
    return this == ANTHROPIC || this == ANTHROPIC_COMPATIBLE;
  }
}
