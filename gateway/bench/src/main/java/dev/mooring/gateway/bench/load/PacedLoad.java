package dev.mooring.gateway.bench.load;

import java.time.Duration;
import java.util.List;

/**
 * Requests that arrive by themselves, at random times of a mean rate, whether or not earlier ones
 * are answered.
 *
 * @param host where they go
 * @param port where they go
 * @param mix what they are
 * @param rate how many a second
 * @param length how long
 * @param limit the most of them
 * @param sessions how many sessions take turns
 * @param patience how long the last ones are waited for
 */
record PacedLoad(
    String host,
    int port,
    List<Share> mix,
    double rate,
    Duration length,
    long limit,
    int sessions,
    Duration patience) {

  /**
   * A part of the requests.
   *
   * @param request what is sent
   * @param stream whether the answer is a stream
   * @param weight how often, among the others
   */
  record Share(RequestTemplate request, boolean stream, double weight) {}

  /** Requests of one shape. */
  static PacedLoad of(Endpoint endpoint, Shape shape, double rate, Duration length) {
    return new PacedLoad(
        endpoint.host(),
        endpoint.port(),
        List.of(new Share(endpoint.request(shape), shape.stream(), 1)),
        rate,
        length,
        Long.MAX_VALUE,
        Wrk.SESSIONS,
        Duration.ofSeconds(10));
  }
}
