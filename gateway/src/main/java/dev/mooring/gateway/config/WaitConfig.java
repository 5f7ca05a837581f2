package dev.mooring.gateway.config;

import java.time.Duration;

/**
 * When a large prompt waits for the rate-limited credential that holds its cache.
 *
 * @param max the longest that one request waits in all
 * @param minPromptTokens smaller prompts move at once; estimated tokens
 */
public record WaitConfig(Duration max, int minPromptTokens) {

  /** What holds where nothing is written. */
  public static WaitConfig defaults() {
    return new WaitConfig(Defaults.WAIT_MAX, Defaults.WAIT_MIN_PROMPT_TOKENS);
  }
}
