package dev.mooring.gateway.simulator;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as the simulator received it, and what it answered so far.
 *
 * @param id the request id that the answer carries
 * @param time when its head arrived
 * @param uri path and query
 * @param headers values by lower-case name, in the order received
 * @param body the bytes exactly as received
 * @param credential the id of the credential that was recognised; empty for none
 * @param api the route; null where the path is none
 * @param model what the body asks for; empty where it does not say
 * @param streamed whether a stream was asked for
 * @param status the answer's status; 0 while nothing was answered
 * @param cacheRead prompt tokens read from the cache
 * @param cacheWrite prompt tokens written to the cache
 * @param finished whether the whole answer was sent
 * @param cancelled how far the answer had come when the client went away; null where it did not
 */
@SuppressWarnings("ArrayRecordComponent") // a snapshot for tests, compared by none
public record ReceivedRequest(
    String id,
    Instant time,
    String method,
    String uri,
    Map<String, List<String>> headers,
    byte[] body,
    String credential,
    @Nullable SimulatedApi api,
    String model,
    boolean streamed,
    int status,
    long cacheRead,
    long cacheWrite,
    boolean finished,
    @Nullable CancelPhase cancelled) {

  /** The first value of a header, or null. */
  public @Nullable String header(String lowerCaseName) {
    List<String> values = headers.get(lowerCaseName);
    return values == null ? null : values.get(0);
  }

  /** The body as text. */
  public String bodyText() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
