package dev.mooring.gateway.telemetry;

import dev.mooring.gateway.config.TracingConfig;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Makes the traces of requests. Where tracing is off no class of the tracing library is loaded, and
 * all that a request does for it is to ask {@link #on}.
 */
public interface Tracing {
  /** Makes no traces. */
  Tracing OFF = new NoTracing();

  /** Traces as configured; sent by a thread of their own. */
  static Tracing of(TracingConfig config, Metrics metrics) {
    return config.endpoint() == null ? OFF : OtlpTracing.over(config, metrics);
  }

  /**
   * A request as its trace begins.
   *
   * @param id our id for it
   * @param operation the operation's name
   * @param path the route
   * @param model the model as its caller asked for it
   * @param stream whether a stream was asked for
   * @param traceparent the caller's header of this name; null where it sent none
   * @param tracestate likewise
   * @param headNanos when its head came, by {@link System#nanoTime}
   */
  record Request(
      String id,
      String operation,
      String path,
      String model,
      boolean stream,
      @Nullable String traceparent,
      @Nullable String tracestate,
      long headNanos) {}

  /** Whether traces are made. */
  boolean on();

  /** Begins a request's trace. */
  RequestTrace begin(Request request);

  /** Sends what is left; completes, within seconds, whether or not that came through. */
  CompletionStage<Void> close();
}
