package dev.mooring.gateway.relay;

import dev.mooring.affinity.Promotion;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.telemetry.RequestMeters;
import dev.mooring.gateway.telemetry.RequestMeters.Part;
import dev.mooring.gateway.telemetry.RequestTrace;
import org.jspecify.annotations.Nullable;

/** What is measured of one request: how long it takes, how much of that is ours, its trace. */
final class RequestWatch {
  private final RequestMeters meters;
  private final String operation;
  private final Arrival arrival;
  private final RequestTrace trace;
  private boolean sent;

  RequestWatch(RequestMeters meters, Operation operation, Arrival arrival, RequestTrace trace) {
    this.meters = meters;
    this.operation = operation.label();
    this.arrival = arrival;
    this.trace = trace;
  }

  /** Its trace. */
  RequestTrace trace() {
    return trace;
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

  /**
   * It is over, with this status.
   *
   * @param promotion what affinity did for it; null where it has no session, or no plan
   */
  void ended(int status, @Nullable Promotion<PlanCandidate> promotion) {
    meters.ended(operation, status, sinceHead());
    if (promotion != null) {
      trace.decided(promotion.outcome().wireName());
    }
    trace.ended(status);
  }

  private long sinceHead() {
    return System.nanoTime() - arrival.headNanos();
  }
}
