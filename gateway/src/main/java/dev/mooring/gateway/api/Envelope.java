package dev.mooring.gateway.api;

import dev.mooring.gateway.config.Api;
import org.jspecify.annotations.Nullable;

/** What a request's body says to the gateway, and where it says it. */
@SuppressWarnings("DoNotCallSuggester")
public final class Envelope {
  private Envelope() {}

  /** Reads a chat request. */
  public static Envelope read(Api api, byte[] body) {
    throw new UnsupportedOperationException(api.name() + body.length);
  }

  /** Reads the model and the gateway's options of a request that is no chat. */
  public static Envelope readPlain(byte[] body) {
    throw new UnsupportedOperationException("" + body.length);
  }

  /** The model asked for. */
  public String model() {
    throw new UnsupportedOperationException();
  }

  /** Whether the answer is to be a stream. */
  public boolean stream() {
    throw new UnsupportedOperationException();
  }

  /** What the request asks of the gateway. */
  public GatewayOptions options() {
    throw new UnsupportedOperationException();
  }

  /** Top-level {@code session_id}, or null. */
  public @Nullable String sessionIdField() {
    throw new UnsupportedOperationException();
  }

  /** {@code prompt_cache_key}, or null. */
  public @Nullable String promptCacheKey() {
    throw new UnsupportedOperationException();
  }

  /** {@code metadata.user_id}, or null. */
  public @Nullable String metadataUserId() {
    throw new UnsupportedOperationException();
  }

  /** The estimated prompt, in tokens. */
  public int promptTokens() {
    throw new UnsupportedOperationException();
  }

  /** Whether a cache lifetime of one hour is asked for. */
  public boolean asksOneHour() {
    throw new UnsupportedOperationException();
  }

  /** Whether a cache retention of 24 hours is asked for. */
  public boolean asksDayRetention() {
    throw new UnsupportedOperationException();
  }

  /** The conversation fingerprint. */
  public String fingerprint(String team) {
    throw new UnsupportedOperationException(team);
  }

  /** The state that the request leans on. */
  public Continuity continuity() {
    throw new UnsupportedOperationException();
  }

  /** Whether the caller sees the usage without our asking for it. */
  public boolean usageRequested() {
    throw new UnsupportedOperationException();
  }

  /** Whether something could be stripped for another account. */
  public boolean hasStrippableState() {
    throw new UnsupportedOperationException();
  }

  /** The caller's bytes as the provider is to get them. */
  public byte[] upstreamBody(String upstreamModel, boolean injectStreamUsage, boolean stripState) {
    throw new UnsupportedOperationException(upstreamModel + injectStreamUsage + stripState);
  }
}
