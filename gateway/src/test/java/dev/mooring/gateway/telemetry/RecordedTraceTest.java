package dev.mooring.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionSource;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.TracingConfig;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the spans of a request hold. */
class RecordedTraceTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CALLERS = "00-" + TRACE + "-b7ad6b7169203331-01";
  private static final String UNSAMPLED = "00-" + TRACE + "-b7ad6b7169203331-00";
  private static final RequestTrace.Upstream UPSTREAM =
      new RequestTrace.Upstream("east", "azure", "a", "gpt-east");

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();

  @Test
  void theRootTellsWhatWasAskedAndWhatCameOfIt() {
    RequestTrace trace = begin(tracing(1, false), null);
    trace.identified(session('a'), false);
    trace.decided("promoted");
    trace.served(UPSTREAM, new Usage(100, 60, 30, 0, 7));
    trace.ended(200);

    SpanData root = span("chat gpt");
    assertThat(root.getKind()).isEqualTo(SpanKind.SERVER);
    assertThat(root.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(attributes(root))
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("gen_ai.operation.name", "chat"),
                Map.entry("gen_ai.provider.name", "azure.ai.openai"),
                Map.entry("gen_ai.system", "azure.ai.openai"),
                Map.entry("gen_ai.request.model", "gpt"),
                Map.entry("gen_ai.request.stream", "true"),
                Map.entry("gen_ai.response.model", "gpt-east"),
                Map.entry("gen_ai.usage.input_tokens", "100"),
                Map.entry("gen_ai.usage.output_tokens", "7"),
                Map.entry("gen_ai.usage.cache_read.input_tokens", "60"),
                Map.entry("gen_ai.usage.cache_creation.input_tokens", "30"),
                Map.entry("http.route", "/v1/chat/completions"),
                Map.entry("http.response.status_code", "200"),
                Map.entry("session.id", "a".repeat(64)),
                Map.entry("mooring.affinity.outcome", "promoted"),
                Map.entry("mooring.provider", "east"),
                Map.entry("mooring.request.id", "req_1"),
                Map.entry("mooring.session.source", "explicit")));
  }

  @Test
  void theSessionIsToldInClearOnlyWhenAsked() {
    RequestTrace trace = begin(tracing(1, false), null);
    trace.identified(session('a'), true);
    trace.ended(200);
    assertThat(attributes(span("chat gpt"))).containsEntry("session.id", "the-session");
  }

  @Test
  void callsAreChildrenOfTheRoot() {
    RequestTrace trace = begin(tracing(1, false), null);
    trace.identified(null, false);
    trace.store("pins.read").ended(null);
    CallSpan attempt = trace.attempt(UPSTREAM);
    attempt.status(503);
    attempt.ended("unavailable");
    trace.ended(503);

    SpanData root = span("chat gpt");
    for (SpanData child : Set.of(span("pins.read"), span("chat gpt-east"))) {
      assertThat(child.getParentSpanId()).isEqualTo(root.getSpanId());
      assertThat(child.getTraceId()).isEqualTo(root.getTraceId());
      assertThat(child.getKind()).isEqualTo(SpanKind.CLIENT);
    }
    assertThat(span("pins.read").getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(span("chat gpt-east").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(attributes(span("chat gpt-east")))
        .containsEntry("error.type", "unavailable")
        .containsEntry("http.response.status_code", "503")
        .containsEntry("mooring.credential", "a");
    assertThat(root.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(attributes(root)).doesNotContainKey("session.id");
  }

  @Test
  void theCallersTraceIsContinuedAndSentOn() {
    RequestTrace trace = begin(tracing(1, true), CALLERS);
    trace.identified(session('a'), false);
    Map<String, String> headers = new HashMap<>();
    CallSpan attempt = trace.attempt(UPSTREAM);
    attempt.propagate(headers::put);
    attempt.ended(null);
    trace.ended(200);

    assertThat(span("chat gpt").getTraceId()).isEqualTo(TRACE);
    assertThat(span("chat gpt").getParentSpanId()).isEqualTo("b7ad6b7169203331");
    assertThat(headers)
        .containsEntry(
            "traceparent", "00-" + TRACE + "-" + span("chat gpt-east").getSpanId() + "-01")
        .containsEntry("tracestate", "vendor=1");
  }

  @Test
  void aCallerThatDoesNotSampleIsFollowed() {
    RequestTrace trace = begin(tracing(1, false), UNSAMPLED);
    trace.identified(session('a'), false);
    Map<String, String> headers = new HashMap<>();
    trace.attempt(UPSTREAM).propagate(headers::put);
    trace.ended(200);

    assertThat(spans.getFinishedSpanItems()).isEmpty();
    assertThat(headers.get("traceparent")).startsWith("00-" + TRACE).endsWith("-00");
  }

  @Test
  void aRatioOfNoneMakesNoSpans() {
    RequestTrace trace = begin(tracing(0, false), null);
    trace.identified(session('a'), false);
    trace.ended(200);
    assertThat(spans.getFinishedSpanItems()).isEmpty();
  }

  @Test
  void groupedTurnsOfASessionAreOneTrace() {
    Tracing tracing = tracing(1, true);
    for (char session : "aab".toCharArray()) {
      RequestTrace trace = begin(tracing, null);
      trace.identified(session(session), false);
      trace.ended(200);
    }
    assertThat(traces()).containsExactlyInAnyOrder("a".repeat(32), "b".repeat(32));
  }

  @Test
  void ungroupedTurnsAreATraceEach() {
    Tracing tracing = tracing(1, false);
    for (int turn = 0; turn < 3; turn++) {
      RequestTrace trace = begin(tracing, null);
      trace.identified(session('a'), false);
      trace.ended(200);
    }
    assertThat(traces()).hasSize(3);
  }

  @Test
  void aRequestWithoutASessionIsATraceOfItsOwnEvenGrouped() {
    Tracing tracing = tracing(1, true);
    for (int turn = 0; turn < 2; turn++) {
      RequestTrace trace = begin(tracing, null);
      trace.identified(null, false);
      trace.ended(200);
    }
    assertThat(traces()).hasSize(2);
  }

  private Set<String> traces() {
    Set<String> traces = new HashSet<>();
    spans.getFinishedSpanItems().forEach(span -> traces.add(span.getTraceId()));
    return traces;
  }

  private Tracing tracing(double ratio, boolean groups) {
    return new OtlpTracing(
        new TracingConfig("http://unused", Map.of(), ratio, groups),
        SimpleSpanProcessor.create(spans));
  }

  private static RequestTrace begin(Tracing tracing, @Nullable String traceparent) {
    return tracing.begin(
        new Tracing.Request(
            "req_1",
            "chat_completions",
            "/v1/chat/completions",
            "gpt",
            true,
            traceparent,
            traceparent == null ? null : "vendor=1",
            System.nanoTime()));
  }

  private static Session session(char letter) {
    return new Session(
        SessionSource.SESSION_ID_HEADER,
        "the-session",
        new SessionKey(Character.toString(letter).repeat(64)),
        1);
  }

  private SpanData span(String name) {
    return spans.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .findAny()
        .orElseThrow();
  }

  private static Map<String, String> attributes(SpanData span) {
    Map<String, String> attributes = new TreeMap<>();
    span.getAttributes()
        .forEach((AttributeKey<?> key, Object value) -> attributes.put(key.getKey(), value + ""));
    return attributes;
  }
}
