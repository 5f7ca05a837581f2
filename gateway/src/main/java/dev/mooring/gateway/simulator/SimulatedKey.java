package dev.mooring.gateway.simulator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The fixed properties of a simulated credential.
 *
 * @param apiKey the secret that callers present; {@code ACCESSKEY:SECRETKEY} for one that signs AWS
 *     requests, or the access key alone, whose signatures are then not checked
 * @param cacheScope keys with the same value share one prompt cache and one account's state
 * @param firstByteLatency the time from a whole request to the answer's head
 * @param jitter the most that is added to it, drawn by seed
 * @param tokensPerSecond the speed of output; 0 for no wait at all
 * @param prefillTokensPerSecond the speed at which uncached prompt tokens are read, added to the
 *     latency; 0 for no wait at all
 * @param rateLimit null for none
 */
public record SimulatedKey(
    String id,
    String apiKey,
    String cacheScope,
    Duration firstByteLatency,
    Duration jitter,
    double tokensPerSecond,
    double prefillTokensPerSecond,
    @Nullable RateLimit rateLimit) {

  /**
   * So many requests in each window; past it 429 with the seconds to the window's end.
   *
   * @param requests at least 0
   */
  public record RateLimit(int requests, Duration window) {}

  /** A key with a cache of its own that answers at once. */
  public static SimulatedKey of(String id, String apiKey) {
    return new SimulatedKey(id, apiKey, id, Duration.ZERO, Duration.ZERO, 0, 0, null);
  }

  /** The same key in another cache scope. */
  public SimulatedKey inScope(String scope) {
    return new SimulatedKey(
        id,
        apiKey,
        scope,
        firstByteLatency,
        jitter,
        tokensPerSecond,
        prefillTokensPerSecond,
        rateLimit);
  }

  /** The same key with another latency. */
  public SimulatedKey withLatency(Duration firstByte, Duration mostJitter) {
    return new SimulatedKey(
        id,
        apiKey,
        cacheScope,
        firstByte,
        mostJitter,
        tokensPerSecond,
        prefillTokensPerSecond,
        rateLimit);
  }

  /** The same key with other speeds, in tokens per second; 0 for no wait at all. */
  public SimulatedKey withSpeed(double output, double prefill) {
    return new SimulatedKey(
        id, apiKey, cacheScope, firstByteLatency, jitter, output, prefill, rateLimit);
  }

  /** The same key with a rate limit. */
  public SimulatedKey withRateLimit(int requests, Duration window) {
    return new SimulatedKey(
        id,
        apiKey,
        cacheScope,
        firstByteLatency,
        jitter,
        tokensPerSecond,
        prefillTokensPerSecond,
        new RateLimit(requests, window));
  }

  /** The AWS access key that this key is or begins with. */
  String awsAccessKey() {
    int colon = apiKey.indexOf(':');
    return colon < 0 ? apiKey : apiKey.substring(0, colon);
  }

  /** The AWS secret key that follows the access key; null for none. */
  @Nullable String awsSecretKey() {
    int colon = apiKey.indexOf(':');
    return colon < 0 ? null : apiKey.substring(colon + 1);
  }

  @Override
  public String toString() {
    return "SimulatedKey[id=" + id + ", cacheScope=" + cacheScope + "]";
  }
}
