package dev.mooring.affinity;

/** A mark in a prompt up to which the provider is to cache, in one of the ways that APIs know. */
public enum CacheMarker {
  /** {@code cache_control} on a content block: Anthropic's models, and others in their manner. */
  CACHE_CONTROL,
  /** {@code prompt_cache_breakpoint} on a content part that is input: OpenAI from GPT-5.6 on. */
  BREAKPOINT
}
