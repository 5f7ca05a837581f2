package dev.mooring.gateway.record;

import dev.mooring.gateway.api.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One chat request that has ended: where it went, why, and what it took. Holds nothing that was
 * said, and no secret.
 *
 * @param time when it ended
 * @param requestId {@code x-mooring-request-id}
 * @param api the API's name, for example {@code messages}
 * @param model the gateway's id of the model that served; where none did, what was asked for
 * @param status the status it was answered with; 499 when its caller went away
 * @param latency from its arrival to its end
 * @param who who asked
 * @param served who answered; null where nobody did
 * @param affinity what session affinity did; null where the request was refused before
 * @param error what went wrong, without a provider's words, which may repeat the prompt; null where
 *     nothing did
 * @param trail how the plan was made and what became of it, a line a step
 */
public record Turn(
    Instant time,
    String requestId,
    String api,
    String model,
    int status,
    Duration latency,
    Who who,
    @Nullable Served served,
    @Nullable Affinity affinity,
    @Nullable String error,
    List<Line> trail) {
  private static final int CALLER_GONE = 499;

  /**
   * Who asked.
   *
   * @param key the client key's id; null where there are no teams
   * @param session the session's SHA-256, 64 hexadecimal characters
   * @param sessionId the session in clear; null unless {@code logging.sessionIds} is on
   * @param source {@code explicit}, {@code agent} or {@code fingerprint}
   */
  public record Who(
      String team,
      @Nullable String key,
      String session,
      @Nullable String sessionId,
      String source) {}

  /** A provider, and where it is known one of its credentials. */
  public record Place(String provider, @Nullable String credential) {}

  /**
   * Who answered, and what it took.
   *
   * @param credential the credential's id; of a caller's own a keyed hash
   * @param reason {@code affinity}, {@code cost}, {@code order}, {@code weight}, {@code rule},
   *     {@code fallback} or {@code retry}
   * @param byok whether the credential was the caller's own
   * @param streamed whether a stream was asked for
   * @param usage null where the answer told none
   * @param cost in USD; null where the usage or a price is unknown
   */
  public record Served(
      String provider,
      String credential,
      String upstreamModel,
      String reason,
      boolean byok,
      boolean streamed,
      @Nullable Usage usage,
      @Nullable Money cost) {}

  /**
   * What a turn cost, and what it did not, in USD; docs/metrics.md derives the estimates.
   *
   * @param cost by its usage and its model's prices
   * @param saved by the cache, against the input price for every input token; negative where
   *     writing the cache cost more than it gave
   * @param kept of that by staying, against a gateway that draws each turn's account anew
   */
  public record Money(double cost, double saved, double kept) {}

  /**
   * What session affinity did.
   *
   * @param outcome as on the wire, for example {@code promoted}
   * @param movedFrom whom the session had been with when this turn was served elsewhere; null where
   *     it stayed, or had not been anywhere
   */
  public record Affinity(
      String outcome,
      @Nullable String pinnedProvider,
      @Nullable String displacedProvider,
      @Nullable Place movedFrom) {}

  /**
   * One step of the trail.
   *
   * @param model the model that was planned or tried; empty before the first
   */
  public record Line(String model, String stage, String text) {}

  /**
   * Whether nobody served it, or its answer broke, be it after a stream had begun well. A caller
   * who went away is no failure.
   */
  public boolean failed() {
    return error != null && status != CALLER_GONE;
  }

  /** Whether the turn was served elsewhere than its session had been. */
  public boolean moved() {
    return affinity != null && affinity.movedFrom() != null;
  }
}
