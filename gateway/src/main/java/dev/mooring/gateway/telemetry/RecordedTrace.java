package dev.mooring.gateway.telemetry;

import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.Usage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request's trace: a root span, and one a call. Attributes have the names of OpenTelemetry's
 * conventions for generative AI; what these have no name for begins with {@code mooring.}.
 */
final class RecordedTrace implements RequestTrace {
  private static final TextMapGetter<Tracing.Request> CALLER = RecordedTrace::header;
  private static final int TRACE_ID_LENGTH = 32;

  private final Tracer tracer;
  private final @Nullable SessionTraceIds ids;
  private final Tracing.Request request;
  private final String operation;
  private final long startNanos;
  private Span root = Span.getInvalid();
  private Context context = Context.root();

  /**
   * @param ids where all turns of a session are one trace; else null
   */
  RecordedTrace(Tracer tracer, @Nullable SessionTraceIds ids, Tracing.Request request) {
    this.tracer = tracer;
    this.ids = ids;
    this.request = request;
    this.operation = GenAi.operation(request.operation());
    long elapsed = System.nanoTime() - request.headNanos();
    this.startNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - elapsed;
  }

  @Override
  public boolean on() {
    return true;
  }

  @Override
  public void identified(@Nullable Session session, boolean inClear) {
    Context parent =
        W3CTraceContextPropagator.getInstance().extract(Context.root(), request, CALLER);
    SpanBuilder builder =
        tracer
            .spanBuilder(operation + ' ' + request.model())
            .setParent(parent)
            .setSpanKind(SpanKind.SERVER)
            .setStartTimestamp(startNanos, TimeUnit.NANOSECONDS)
            .setAttribute(GenAi.OPERATION, operation)
            .setAttribute(GenAi.REQUEST_MODEL, request.model())
            .setAttribute("gen_ai.request.stream", request.stream())
            .setAttribute("http.route", request.path())
            .setAttribute("mooring.request.id", request.id());
    if (session != null) {
      builder
          .setAttribute("session.id", inClear ? session.id() : session.key().hex())
          .setAttribute("mooring.session.source", session.source().kind().wireName());
    }
    boolean orphan = !Span.fromContext(parent).getSpanContext().isValid();
    root =
        ids != null && session != null && orphan
            ? ids.start(builder, session.key().hex().substring(0, TRACE_ID_LENGTH))
            : builder.startSpan();
    context = parent.with(root);
  }

  @Override
  public void decided(String outcome) {
    root.setAttribute("mooring.affinity.outcome", outcome);
  }

  @Override
  public CallSpan attempt(Upstream upstream) {
    Span span =
        tracer
            .spanBuilder(operation + ' ' + upstream.model())
            .setParent(context)
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute(GenAi.OPERATION, operation)
            .setAttribute(GenAi.REQUEST_MODEL, upstream.model())
            .setAttribute("mooring.credential", upstream.credential())
            .startSpan();
    GenAi.provider(span, upstream);
    return new RecordedCall(span, context.with(span));
  }

  @Override
  public CallSpan store(String call) {
    Span span =
        tracer
            .spanBuilder(call)
            .setParent(context)
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute("db.operation.name", call)
            .startSpan();
    return new RecordedCall(span, context.with(span));
  }

  @Override
  public void served(Upstream upstream, @Nullable Usage usage) {
    GenAi.provider(root, upstream);
    root.setAttribute(GenAi.RESPONSE_MODEL, upstream.model());
    if (usage != null) {
      GenAi.usage(root, usage);
    }
  }

  @Override
  public void ended(int status) {
    root.setAttribute(AttributeKey.longKey("http.response.status_code"), status);
    if (status >= 500) {
      root.setStatus(StatusCode.ERROR);
      root.setAttribute("error.type", Integer.toString(status));
    }
    root.end();
  }

  /** A header of the caller's that names its trace. */
  private static @Nullable String header(Tracing.@Nullable Request carrier, String name) {
    if (carrier == null) {
      return null;
    }
    return switch (name) {
      case "traceparent" -> carrier.traceparent();
      case "tracestate" -> carrier.tracestate();
      default -> null;
    };
  }
}
