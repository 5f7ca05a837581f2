package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.telemetry.Exposition;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code /metrics} tells of traffic. */
class MetricsTest extends FailoverPair {
  private static final String LONG = "a long opening of a conversation ".repeat(400);

  private Exposition before = scrape();

  @BeforeEach
  void remember() {
    before = scrape();
  }

  @Test
  void aRequestIsCountedAndTimedByItsOperation() {
    turn("counted", "hi");
    turn("counted", "hi", "\"stream\":true");

    await()
        .until(
            () -> more("mooring_requests_total", "operation", "chat_completions", "status", "200"),
            count -> count == 2);
    assertThat(more("mooring_request_duration_seconds_count", "operation", "chat_completions"))
        .isEqualTo(2);
    assertThat(more("mooring_request_first_byte_seconds_count", "operation", "chat_completions"))
        .isEqualTo(2);
    assertThat(more("mooring_overhead_seconds_count", "part", "request")).isEqualTo(2);
    assertThat(more("mooring_overhead_seconds_count", "part", "answer")).isEqualTo(2);
    assertThat(more("mooring_upstream_attempts_total", "provider", "a", "result", "served"))
        .isEqualTo(2);
    assertThat(more("mooring_upstream_first_byte_seconds_count", "provider", "a")).isEqualTo(2);
    assertThat(scrape().sum("mooring_upstream_running")).isZero();
    assertThat(scrape().sum("mooring_requests_running")).isZero();
  }

  @Test
  void overheadIsLessThanTheWholeAndLeavesOutTheProvidersTime() {
    Fault slow = Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, java.time.Duration.ofMillis(200));
    wire.simulator(0).credential("key-a").fault(slow);

    turn("overhead", "hi");

    await().until(() -> more("mooring_request_duration_seconds_count"), count -> count == 1);
    double whole = more("mooring_request_duration_seconds_sum");
    assertThat(whole).isGreaterThan(0.2);
    assertThat(more("mooring_overhead_seconds_sum")).isPositive().isLessThan(whole - 0.15);
  }

  @Test
  void aBodyIsHeldUntilItsRequestIsAcceptedOrOverHoweverThatIs() {
    wire.simulator(0).credential("key-a").fault(Fault.of(FaultKind.STALL_BEFORE_HEAD));
    String path = ApiCall.CHAT.path();
    try (RawClient waits = RawClient.to(wire)) {
      waits.post(path, ApiCall.CHAT.body(LONG).getBytes(StandardCharsets.UTF_8));
      await().until(() -> scrape().sum("mooring_bodies_bytes"), bytes -> bytes > LONG.length());
    }
    await().until(() -> scrape().sum("mooring_bodies_bytes"), bytes -> bytes == 0);
    try (RawClient leaves = RawClient.to(wire)) {
      leaves.send("POST " + path + " HTTP/1.1\r\nhost: t\r\ncontent-length: 90000\r\n\r\n" + LONG);
      await()
          .until(() -> scrape().sum("mooring_bodies_bytes"), bytes -> bytes > LONG.length() / 2.0);
    }
    assertThat(wire.post(path, ApiCall.CHAT.body(LONG)).status()).isEqualTo(200);
    wire.post(path, "{no json" + LONG);
    wire.post(path, ApiCall.CHAT.bodyOf("unknown", LONG));
    wire.post(path, LONG, "content-encoding", "gzip");
    wire.post(path, LONG, "content-encoding", "unheard-of");
    wire.post(path, LONG, "content-type", "text/plain");
    wire.simulator(0).credential("key-a").fault(Fault.status(400));
    wire.post(path, ApiCall.CHAT.body(LONG));
    wire.post(path, ApiCall.CHAT.body(LONG, "\"stream\":true"));
    await().until(() -> scrape().sum("mooring_bodies_bytes"), bytes -> bytes == 0);
  }

  @Test
  void whatIsRefusedIsCountedToo() {
    wire.post(ApiCall.MESSAGES.path(), "{no json");
    wire.post(ApiCall.MESSAGES.path(), ApiCall.MESSAGES.bodyOf("unknown", "hi"));
    wire.get(ApiCall.RESPONSES.path());

    await()
        .until(
            () -> more("mooring_requests_total", "operation", "messages", "status", "404"),
            count -> count == 1);
    assertThat(more("mooring_requests_total", "operation", "messages", "status", "400"))
        .isEqualTo(1);
    assertThat(more("mooring_requests_total")).isEqualTo(2);
  }

  @Test
  void decisionsAndPinsAreCounted() {
    turn("pins", "hi");
    turn("pins", "hi");

    await()
        .until(
            () -> more("mooring_pin_writes_total", "operation", "renew", "result", "done"),
            count -> count == 1);
    assertThat(more("mooring_pin_writes_total", "operation", "claim", "result", "done"))
        .isEqualTo(1);
    assertThat(more("mooring_affinity_decisions_total", "outcome", "no_pin", "source", "explicit"))
        .isEqualTo(1);
    assertThat(more("mooring_affinity_decisions_total", "outcome", "confirmed")).isEqualTo(1);
  }

  @Test
  void aMoveIsCountedWithItsReason() {
    turn("moves", "hi");
    wire.simulator(0).credential("key-a").fault(Fault.status(503));
    turn("moves", "hi");

    await()
        .until(
            () ->
                more(
                    "mooring_session_moves_total",
                    "from",
                    "a",
                    "reach",
                    "other_provider",
                    "reason",
                    "unavailable"),
            count -> count == 1);
    assertThat(more("mooring_upstream_attempts_total", "provider", "a", "result", "unavailable"))
        .isEqualTo(1);
    assertThat(more("mooring_pin_writes_total", "operation", "move", "result", "done"))
        .isEqualTo(1);
  }

  @Test
  void tokensAndWhatTheyCostAreCounted() {
    double input = 0;
    double cached = 0;
    double output = 0;
    for (int i = 0; i < 2; i++) {
      var usage = turn("tokens", LONG).json().path("usage");
      input += usage.path("prompt_tokens").asDouble();
      cached += usage.path("prompt_tokens_details").path("cached_tokens").asDouble();
      output += usage.path("completion_tokens").asDouble();
    }
    double expected = ((input - cached) * 3 + cached * 0.3 + output * 15) / 1e6;

    assertThat(cached).isPositive();
    assertThat(more("mooring_input_tokens_total", "kind", "cached", "model", "acme/m"))
        .isEqualTo(cached);
    assertThat(more("mooring_input_tokens_total")).isEqualTo(input);
    assertThat(more("mooring_output_tokens_total", "provider", "a")).isEqualTo(output);
    assertThat(more("mooring_cost_usd_total")).isCloseTo(expected, within(1e-9));
    assertThat(more("mooring_counterfactual_cost_usd_total", "against", "no_cache"))
        .isCloseTo((input * 3 + output * 15) / 1e6, within(1e-9));
    assertThat(more("mooring_counterfactual_cost_usd_total", "against", "spread"))
        .as("targets in order, one account each: nothing is spread")
        .isCloseTo(expected, within(1e-9));
  }

  private static Answer turn(String session, String text, String... fields) {
    return wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.body(text, fields), "x-session-id", session);
  }

  /** By how much the samples of a name with these labels grew within the test. */
  private double more(String name, String... labels) {
    return scrape().sum(name, labels) - before.sum(name, labels);
  }

  private static Exposition scrape() {
    return Exposition.parse(wire.manage("/metrics").text());
  }
}
