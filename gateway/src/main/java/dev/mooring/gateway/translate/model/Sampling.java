package dev.mooring.gateway.translate.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How tokens are chosen, and how many; null or empty where nothing is asked.
 *
 * @param maxOutputTokens reasoning included
 */
public record Sampling(
    @Nullable Long maxOutputTokens,
    @Nullable Double temperature,
    @Nullable Double topP,
    @Nullable Long topK,
    @Nullable Double presencePenalty,
    @Nullable Double frequencyPenalty,
    @Nullable Long seed,
    List<String> stop) {
  /** Nothing asked. */
  public static final Sampling NONE =
      new Sampling(null, null, null, null, null, null, null, List.of());
}
