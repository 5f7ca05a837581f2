package dev.mooring.gateway.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.sdk.trace.IdGenerator;
import org.jspecify.annotations.Nullable;

/** Random ids for spans and traces, but for a trace that is to have the id of its session. */
final class SessionTraceIds implements IdGenerator {
  private final IdGenerator random = IdGenerator.random();
  private @Nullable String next;

  /**
   * Starts a span without a parent in the trace of a session. One at a time: the library asks for
   * the trace's id within.
   *
   * @param traceId 32 lower-case hex characters
   */
  synchronized Span start(SpanBuilder root, String traceId) {
    next = traceId;
    try {
      return root.startSpan();
    } finally {
      next = null;
    }
  }

  @Override
  public String generateSpanId() {
    return random.generateSpanId();
  }

  @Override
  public synchronized String generateTraceId() {
    String wanted = next;
    return wanted == null ? random.generateTraceId() : wanted;
  }
}
