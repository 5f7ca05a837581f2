package dev.mooring.gateway.telemetry;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.TracingConfig;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Traces by OpenTelemetry, sent by OTLP over HTTP. */
final class OtlpTracing implements Tracing {
  private static final int QUEUE = 8192;
  private static final int MAX_VALUE = 512;
  private static final Duration DELAY = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LAST_PATIENCE = Duration.ofSeconds(5);

  private final SdkTracerProvider provider;
  private final Tracer tracer;
  private final SessionTraceIds ids = new SessionTraceIds();
  private final boolean groups;

  /**
   * @param processor what becomes of spans
   */
  OtlpTracing(TracingConfig config, SpanProcessor processor) {
    groups = config.groupTracesBySession();
    provider =
        SdkTracerProvider.builder()
            .setResource(
                Resource.getDefault()
                    .merge(
                        Resource.create(
                            Attributes.of(AttributeKey.stringKey("service.name"), "mooring"))))
            .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(config.sampleRatio())))
            .setIdGenerator(ids)
            .setSpanLimits(SpanLimits.builder().setMaxAttributeValueLength(MAX_VALUE).build())
            .addSpanProcessor(processor)
            .build();
    tracer = provider.get("dev.mooring.gateway");
  }

  /** Sends spans to the configured collector, in batches, never holding up a request. */
  static OtlpTracing over(TracingConfig config, Metrics metrics) {
    loadClasses();
    OtlpHttpSpanExporterBuilder exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(Objects.requireNonNull(config.endpoint()))
            .setTimeout(TIMEOUT);
    config.headers().forEach(exporter::addHeader);
    return new OtlpTracing(
        config,
        BatchSpanProcessor.builder(new CountedExporter(exporter.build(), metrics))
            .setMaxQueueSize(QUEUE)
            .setScheduleDelay(DELAY)
            .setExporterTimeout(TIMEOUT)
            .build());
  }

  /** Makes a trace that nobody hears of: the first request's event loop has no classes to load. */
  private static void loadClasses() {
    OtlpTracing unheard =
        new OtlpTracing(new TracingConfig(null, Map.of(), 1, true), new UnheardSpans());
    RequestTrace.Upstream upstream = new RequestTrace.Upstream("", "", "", "");
    RequestTrace trace =
        unheard.begin(new Request("", "", "", "", false, null, null, System.nanoTime()));
    trace.identified(null, false);
    trace.store("").ended(null);
    CallSpan attempt = trace.attempt(upstream);
    attempt.propagate((name, value) -> {});
    attempt.ended("");
    trace.served(upstream, new Usage(0, 0, 0, 0, 0));
    trace.ended(500);
    unheard.provider.close();
  }

  @Override
  public boolean on() {
    return true;
  }

  @Override
  public RequestTrace begin(Request request) {
    return new RecordedTrace(tracer, groups ? ids : null, request);
  }

  @Override
  public CompletionStage<Void> close() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    CompletableResultCode last = provider.shutdown();
    last.whenComplete(() -> closed.complete(null));
    return closed.completeOnTimeout(null, LAST_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
