package dev.mooring.gateway.config;

import java.util.Set;

/**
 * What a provider wants otherwise than others who speak the same API; what is translated for it
 * keeps to that.
 *
 * @param dropFields top-level fields that it refuses
 * @param maxTokensField the field of Chat Completions that bounds the output
 * @param toolCallIdLength how many letters and digits the ids of tool calls have; 0 for any text
 */
public record Quirks(Set<String> dropFields, String maxTokensField, int toolCallIdLength) {
  /** Of a provider that has none, or of whom none is known. */
  public static final Quirks NONE = new Quirks(Set.of(), "max_tokens", 0);
}
