package dev.mooring.gateway.telemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends spans and counts them; that the collector has gone, or is back, is said once. */
final class CountedExporter implements SpanExporter {
  private static final Logger LOG = LoggerFactory.getLogger(CountedExporter.class);

  /** The library's own log, which is not ours; kept, so that its level stays. */
  private static final java.util.logging.Logger LIBRARY =
      java.util.logging.Logger.getLogger("io.opentelemetry");

  private final SpanExporter exporter;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final AtomicBoolean failing = new AtomicBoolean();

  CountedExporter(SpanExporter exporter, Metrics metrics) {
    LIBRARY.setLevel(Level.OFF);
    this.exporter = exporter;
    count(metrics, "sent", sent);
    count(metrics, "lost", lost);
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    int size = spans.size();
    CompletableResultCode result = exporter.export(spans);
    result.whenComplete(() -> exported(result.isSuccess(), size));
    return result;
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }

  private void exported(boolean success, int size) {
    (success ? sent : lost).addAndGet(size);
    if (failing.getAndSet(!success) == success) {
      if (success) {
        LOG.info("the collector of traces takes spans again");
      } else {
        LOG.warn("the collector of traces takes no spans; they are lost until it does");
      }
    }
  }

  private static void count(Metrics metrics, String result, AtomicLong count) {
    metrics.count(
        "mooring.trace.spans",
        "Spans that were sent to the collector, or lost since it did not take them",
        count,
        AtomicLong::get,
        "result",
        result);
  }
}
