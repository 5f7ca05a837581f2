package dev.mooring.gateway.api;

import dev.mooring.gateway.config.Capability;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks of the gateway itself: {@code providerOptions.gateway}, and the top-level
 * fields that stand for the same (contract, section 3). Lists are empty where nothing was asked.
 *
 * @param sessionId {@code sessionId}, as it came
 * @param sessionAffinity false when the caller opted out
 * @param order providers to try first
 * @param only the only providers to try; null when not asked
 * @param sort {@code cost}, {@code ttft}, {@code tps}, or null
 * @param models fallback models, in order
 * @param disallowPromptTraining whether providers that may train on prompts are out of question
 * @param has what a target must be able to do; empty when not asked
 * @param byok the caller's own credentials: API keys by provider, in the order to try
 * @param byokTimeouts milliseconds to the first byte, by provider, for the caller's own credentials
 * @param cachingAuto whether cache markers are asked for
 * @param cacheTtl {@code cacheTtl} or {@code cache_ttl}, or null
 */
public record GatewayOptions(
    @Nullable String sessionId,
    boolean sessionAffinity,
    List<String> order,
    @Nullable List<String> only,
    @Nullable String sort,
    List<String> models,
    boolean zeroDataRetention,
    boolean disallowPromptTraining,
    Set<Capability> has,
    Map<String, List<String>> byok,
    Map<String, Long> byokTimeouts,
    boolean cachingAuto,
    @Nullable String cacheTtl,
    @Nullable String user,
    List<String> tags) {

  /** Nothing asked. */
  public static final GatewayOptions NONE =
      new GatewayOptions(
          null, true, List.of(), null, null, List.of(), false, false, Set.of(), Map.of(), Map.of(),
          false, null, null, List.of());

  @Override
  public String toString() {
    return "GatewayOptions[order=" + order + ", only=" + only + ", models=" + models + "]";
  }
}
