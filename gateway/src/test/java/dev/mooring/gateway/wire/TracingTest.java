package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.telemetry.Exposition;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Traces through real sockets: a caller, the gateway, providers, a collector. */
class TracingTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CALLERS = "00-" + TRACE + "-b7ad6b7169203331-01";

  private static final Vertx VERTX = Vertx.vertx();
  private static SpanReceiver collector;
  private static Wire wire;

  @BeforeAll
  static void start() {
    collector = new SpanReceiver(VERTX);
    wire =
        TwoProviders.wire(
            "tracing: { endpoint: \"%s\", headers: { x-token: secret }, groupTracesBySession: true }\n"
                .formatted(collector.origin()));
  }

  @AfterAll
  static void stop() {
    wire.close();
    collector.close();
    Wire.await(VERTX.close());
  }

  @BeforeEach
  void startAnew() {
    TwoProviders.reset(wire);
    collector.spans().clear();
  }

  @Test
  void aTurnIsATraceWithItsCalls() {
    wire.simulator(0).credential("a").fault(Fault.status(503).always());
    wire.simulator(0).credential("b").fault(Fault.status(503).always());

    new Turns(wire).chat("traced", "m");

    List<SpanReceiver.ReceivedSpan> spans = spans(6);
    SpanReceiver.ReceivedSpan root = named(spans, "chat m").get(0);
    assertThat(root.parentId()).isEmpty();
    assertThat(root.attributes())
        .containsEntry("gen_ai.operation.name", "chat")
        .containsEntry("gen_ai.response.model", "up-m")
        .containsEntry("mooring.provider", "q")
        .containsEntry("mooring.affinity.outcome", "no_pin");
    assertThat(root.attributes().get("session.id")).matches("[0-9a-f]{64}");
    assertThat(named(spans, "chat up-m"))
        .extracting(span -> span.attributes().getOrDefault("error.type", "-"))
        .containsExactlyInAnyOrder("unavailable", "unavailable", "-");
    assertThat(named(spans, "pins.read")).hasSize(1);
    assertThat(named(spans, "pins.claim")).hasSize(1);
    assertThat(spans)
        .filteredOn(span -> !span.equals(root))
        .allSatisfy(span -> assertThat(span.parentId()).isEqualTo(root.spanId()))
        .allSatisfy(span -> assertThat(span.traceId()).isEqualTo(root.traceId()));
    assertThat(collector.headers())
        .allSatisfy(
            headers ->
                assertThat(headers)
                    .containsAllEntriesOf(Map.of(":path", "/v1/traces", "x-token", "secret")));
  }

  @Test
  void theTurnsOfASessionAreOneTrace() {
    Turns turns = new Turns(wire);
    turns.chat("one", "m");
    turns.send("one", Turns.CHAT, Turns.streamed(Turns.body(Turns.CHAT, "m", "hi")));
    turns.chat("other", "m");

    List<SpanReceiver.ReceivedSpan> roots = named(spans(12), "chat m");
    assertThat(roots).hasSize(3);
    assertThat(roots)
        .extracting(SpanReceiver.ReceivedSpan::traceId)
        .satisfies(traces -> assertThat(new java.util.HashSet<>(traces)).hasSize(2));
  }

  @Test
  void theCallersTraceIsHonouredAndTheProviderJoinsIt() {
    new Turns(wire).chat("joined", "m", "traceparent", CALLERS, "tracestate", "vendor=1");

    List<SpanReceiver.ReceivedSpan> spans = spans(4);
    assertThat(spans).allSatisfy(span -> assertThat(span.traceId()).isEqualTo(TRACE));
    assertThat(named(spans, "chat m").get(0).parentId()).isEqualTo("b7ad6b7169203331");
    String attempt = named(spans, "chat up-m").get(0).spanId();
    assertThat(wire.received(0).get(0).header("traceparent"))
        .isEqualTo("00-" + TRACE + "-" + attempt + "-01");
    assertThat(wire.received(0).get(0).header("tracestate")).isEqualTo("vendor=1");
  }

  @Test
  void whatWasSentIsCounted() {
    new Turns(wire).chat("counted", "m");
    spans(4);
    await()
        .until(
            () ->
                Exposition.parse(wire.manage("/metrics").text())
                    .sum("mooring_trace_spans_total", "result", "sent"),
            sent -> sent >= 4);
  }

  @Test
  void withoutTracingTheCallersHeadersPassThrough() {
    try (Wire plain = TwoProviders.wire("")) {
      new Turns(plain).chat("untraced", "m", "traceparent", CALLERS);
      assertThat(plain.received(0).get(0).header("traceparent")).isEqualTo(CALLERS);
      assertThat(plain.manage("/metrics").text()).doesNotContain("mooring_trace_spans");
    }
  }

  /** The spans that came, once so many did. */
  private static List<SpanReceiver.ReceivedSpan> spans(int count) {
    await().until(() -> collector.spans().size() >= count);
    return List.copyOf(collector.spans());
  }

  private static List<SpanReceiver.ReceivedSpan> named(
      List<SpanReceiver.ReceivedSpan> spans, String name) {
    return spans.stream().filter(span -> span.name().equals(name)).toList();
  }
}
