package dev.mooring.gateway.translate.model;

import org.jspecify.annotations.Nullable;

/** A caller's marker: the prompt is to be cached up to here, for so long. */
public enum CacheMark {
  /** Without a lifetime: the provider's default. */
  DEFAULT(null),
  FIVE_MINUTES("5m"),
  HOUR("1h");

  private final @Nullable String ttl;

  CacheMark(@Nullable String ttl) {
    this.ttl = ttl;
  }

  /** The lifetime as Anthropic and Bedrock write it; null where none is written. */
  public @Nullable String ttl() {
    return ttl;
  }

  /** The marker of a written lifetime; an unknown one is the default. */
  public static CacheMark of(@Nullable String ttl) {
    return "1h".equals(ttl) ? HOUR : "5m".equals(ttl) ? FIVE_MINUTES : DEFAULT;
  }
}
