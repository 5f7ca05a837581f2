package dev.mooring.gateway.relay;

import dev.mooring.gateway.telemetry.RequestMeters;
import dev.mooring.gateway.telemetry.RequestMeters.Part;

/** How long one request takes, and how much of that is the gateway's own doing. */
final class RequestTiming {
  private final RequestMeters meters;
  private final String operation;
  private final Arrival arrival;
  private boolean sent;

  RequestTiming(RequestMeters meters, Operation operation, Arrival arrival) {
    this.meters = meters;
    this.operation = operation.label();
    this.arrival = arrival;
  }

  /** A request is ready for a provider; the first time is what counts. */
  void sending() {
    if (!sent) {
      sent = true;
      meters.overhead(Part.REQUEST, sinceHead() - arrival.bodyNanos());
    }
  }

  /** The first byte of the answer goes out. */
  void answering() {
    meters.answering(operation, sinceHead());
  }

  /**
   * The last byte of a served answer goes out.
   *
   * @param attempt who served
   */
  void answered(Attempt attempt) {
    meters.overhead(Part.ANSWER, System.nanoTime() - attempt.lastByteNanos());
  }

  /** It is over, with this status. */
  void ended(int status) {
    meters.ended(operation, status, sinceHead());
  }

  private long sinceHead() {
    return System.nanoTime() - arrival.headNanos();
  }
}
