package dev.mooring.gateway.telemetry;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;

/** Takes spans and does nothing with them. */
final class UnheardSpans implements SpanProcessor {
  @Override
  public void onStart(Context parent, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return true;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    span.toSpanData();
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }
}
