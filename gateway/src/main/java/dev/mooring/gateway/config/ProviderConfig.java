package dev.mooring.gateway.config;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An upstream.
 *
 * @param preset what is known of it
 * @param baseUrl the origin, without {@code /v1} and without a slash at the end
 * @param dialects the formats it speaks
 * @param cacheLifetime how long its prompt cache lives; null for the type's default
 * @param promptTraining whether it may train on prompts
 * @param streamUsage whether usage is asked for on a Chat stream whose caller did not
 * @param draining whether it keeps the sessions that it has, and takes no new ones
 * @param promptCache how cache markers are put in; null where it says nothing of it
 * @param cloud where in a cloud it is
 * @param credentials in the order written; may be empty for an upstream that asks for none
 */
public record ProviderConfig(
    String id,
    Preset preset,
    String baseUrl,
    Set<Dialect> dialects,
    @Nullable Duration cacheLifetime,
    boolean zeroDataRetention,
    boolean promptTraining,
    boolean streamUsage,
    RetryConfig retry,
    TimeoutsConfig timeouts,
    boolean draining,
    @Nullable PromptCacheConfig promptCache,
    CloudConfig cloud,
    List<CredentialConfig> credentials) {
  /** Its type, which is that of its preset. */
  public ProviderType type() {
    return preset.type();
  }
}
