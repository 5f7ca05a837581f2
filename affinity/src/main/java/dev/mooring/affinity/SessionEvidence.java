package dev.mooring.affinity;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one request shows of its session. Values are as they came; trimming, precedence and length
 * rules are {@link SessionIdentifier}'s.
 *
 * @param header a header's first non-blank value by its lower-case name, or null
 * @param sessionOption {@code providerOptions.gateway.sessionId}, or null
 * @param sessionIdField the body's top-level {@code session_id}, or null
 * @param promptCacheKey the body's {@code prompt_cache_key}, or null
 * @param metadataUserId the body's {@code metadata.user_id}, or null
 * @param fingerprint makes the conversation's fingerprint, 32 lower-case hex characters; asked only
 *     when it is needed
 */
public record SessionEvidence(
    Function<String, @Nullable String> header,
    @Nullable String sessionOption,
    @Nullable String sessionIdField,
    @Nullable String promptCacheKey,
    @Nullable String metadataUserId,
    Supplier<String> fingerprint) {}
