package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a pin lasts, to the millisecond (contract, section 5, the table of lifetimes). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PinLifetimeWireTest {
  private static final String PROVIDERS =
      """
      providers:
        - { id: openai, type: openai, baseUrl: "@0", credentials: [{ id: k, apiKey: k }] }
        - { id: anthropic, type: anthropic, baseUrl: "@0", credentials: [{ id: k, apiKey: k }] }
        - { id: other, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages], retry: { maxRetries: 0 }, credentials: [{ id: k, apiKey: k }] }
        - { id: kept, type: openai-compatible, baseUrl: "@0", apis: [chat, messages], cacheLifetime: 20m, credentials: [{ id: k, apiKey: k }] }
      models:
        - { id: gpt, targets: [{ provider: openai, model: gpt-5 }] }
        - { id: claude, targets: [{ provider: anthropic, model: claude-sonnet-5 }] }
        - { id: claude-elsewhere, targets: [{ provider: other, model: us.anthropic.claude-sonnet-5 }] }
        - { id: other, targets: [{ provider: other, model: some-model }] }
        - { id: kept, targets: [{ provider: kept, model: some-model }] }
        - { id: kept-claude, targets: [{ provider: kept, model: claude-sonnet-5 }] }
      """;
  private static final String HOUR = "\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}";

  private final AtomicInteger sessions = new AtomicInteger();
  private Wire wire;

  @BeforeAll
  void start() {
    wire = Wire.of(PROVIDERS, SimulatorConfig.DEFAULTS);
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  @ParameterizedTest
  @CsvSource({
    "gpt, /v1/chat/completions, PT9M45S",
    "gpt, /v1/responses, PT9M45S",
    "claude, /v1/messages, PT4M45S",
    "other, /v1/chat/completions, PT4M45S",
    "other, /v1/messages, PT4M45S",
    "kept, /v1/chat/completions, PT19M45S",
  })
  void withoutAWishItIsTheProvidersLessTheMargin(String model, String path, Duration lifetime) {
    assertLasts(lifetime, path, Turns.body(path, model, "hi"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/chat/completions", "/v1/responses"})
  void retentionForADayAtOpenAiKeepsAPinForAnHour(String path) {
    String body = Turns.body(path, "gpt", "hi");
    assertLasts(Duration.ofHours(1), path, Turns.with(body, "\"prompt_cache_retention\":\"24h\""));
    assertLasts(
        Duration.ofSeconds(585),
        path,
        Turns.with(body, "\"prompt_cache_retention\":\"in_memory\""));
  }

  @Test
  void retentionForADayMeansNothingElsewhere() {
    assertLasts(
        Duration.ofSeconds(285),
        Turns.CHAT,
        Turns.with(Turns.body(Turns.CHAT, "other", "hi"), "\"prompt_cache_retention\":\"24h\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HOUR,
        "\"system\":[{\"type\":\"text\",\"text\":\"s\"," + HOUR + "}]",
        "\"tools\":[{\"name\":\"t\",\"input_schema\":{\"type\":\"object\"}," + HOUR + "}]",
        "\"caching\":\"auto\",\"cache_ttl\":\"1h\"",
      })
  void anHourAskedAnywhereOfAnAnthropicModelIsAnHourLessTheMargin(String where) {
    for (String model : new String[] {"claude", "claude-elsewhere", "kept-claude"}) {
      String body = Turns.with(Turns.body(Turns.MESSAGES, model, "hi"), where);
      assertLasts(Duration.ofSeconds(3585), Turns.MESSAGES, body);
    }
    String other = Turns.with(Turns.body(Turns.MESSAGES, "other", "hi"), where);
    assertLasts(Duration.ofSeconds(285), Turns.MESSAGES, other);
  }

  @ParameterizedTest
  @CsvSource({"1h, PT59M45S", "5m, PT4M45S"})
  void theTtlOfAMessageBlockCounts(String ttl, Duration lifetime) {
    String body =
        "{\"model\":\"claude\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":["
            + "{\"type\":\"text\",\"text\":\"hi\",\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\""
            + ttl
            + "\"}}]}]}";
    assertLasts(lifetime, Turns.MESSAGES, body);
  }

  @ParameterizedTest
  @CsvSource({
    "30m, PT30M",
    "90, PT1M30S",
    "' 45 ', PT45S",
    "1m30s, PT1M30S",
    "500ms, PT0.5S",
    "1h, PT1H",
    "2h, PT1H",
    "86400, PT1H",
  })
  void theHeadersLifetimeIsThePinsWithoutMarginAnHourAtMost(String header, Duration lifetime) {
    assertLasts(
        lifetime, Turns.CHAT, Turns.body(Turns.CHAT, "gpt", "hi"), "x-bf-session-ttl", header);
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "0", "-5", "-1m", "1d", "30 m", "0s"})
  void aHeaderThatIsNoLifetimeIsIgnoredAndSaidInWarnings(String header) {
    String session = "no lifetime " + header;
    String body = Turns.body(Turns.CHAT, "gpt", "hi");
    Answer answer = wire.post(Turns.CHAT, body, Turns.with(session, "x-bf-session-ttl", header));
    assertThat(answer.gateway().path("warnings").path(0).path("details").asText())
        .contains("x-bf-session-ttl");
    assertLasts(Duration.ofSeconds(585), Turns.CHAT, body, "x-bf-session-ttl", header);
  }

  @Test
  void aGoodHeaderIsNoWarning() {
    Answer answer =
        wire.post(
            Turns.CHAT,
            Turns.body(Turns.CHAT, "gpt", "hi"),
            Turns.with("good header", "x-bf-session-ttl", "30m"));
    assertThat(answer.gateway().path("warnings")).isEmpty();
  }

  @Test
  void eachSuccessRenewsThePin() {
    for (int i = 0; i < 5; i++) {
      assertThat(turn("slides", "other").outcome()).isEqualTo(i == 0 ? "no_pin" : "confirmed");
      wire.clock().advance(Duration.ofMinutes(4));
    }
    wire.clock().advance(Duration.ofSeconds(45));
    assertThat(turn("slides", "other").outcome()).isEqualTo("pin_expired");
  }

  @Test
  void aLaterTurnWithAShorterLifetimeLeavesWhatAnEarlierOneGave() {
    for (String session : new String[] {"longer 1", "longer 2"}) {
      turn(session, "other", "x-bf-session-ttl", "30m");
    }
    wire.clock().advance(Duration.ofMinutes(1));
    turn("longer 1", "other");
    turn("longer 2", "other");
    wire.clock().advance(Duration.ofMinutes(29).minusMillis(1));
    assertThat(turn("longer 1", "other").outcome()).isEqualTo("confirmed");
    wire.clock().advance(Duration.ofMillis(1));
    assertThat(turn("longer 2", "other").outcome()).isEqualTo("pin_expired");
  }

  @Test
  void onlyTheHeaderShortens() {
    turn("shortened", "other");
    turn("shortened", "other", "x-bf-session-ttl", "10s");
    wire.clock().advance(Duration.ofSeconds(10));
    assertThat(turn("shortened", "other").outcome()).isEqualTo("pin_expired");
  }

  @Test
  void anExpiredPinIsRememberedForADay() {
    turn("forgotten", "other");
    turn("remembered", "other");
    wire.clock().advance(Duration.ofSeconds(285).plusHours(24).minusMillis(1));
    assertThat(turn("remembered", "other").outcome()).isEqualTo("pin_expired");
    wire.clock().advance(Duration.ofMillis(1));
    assertThat(turn("forgotten", "other").outcome()).isEqualTo("no_pin");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theTimeSinceTheRequestWasSentUpstreamIsTakenOff(boolean stream) {
    slowTurn("slow 1" + stream, stream, Duration.ofMinutes(1));
    slowTurn("slow 2" + stream, stream, Duration.ZERO);
    wire.clock().advance(Duration.ofSeconds(225));
    assertThat(turn("slow 1" + stream, "other").outcome()).isEqualTo("pin_expired");
    assertThat(turn("slow 2" + stream, "other").outcome()).isEqualTo("confirmed");
  }

  @Test
  void whereNothingIsLeftNothingIsWritten() {
    slowTurn("too slow", false, Duration.ofSeconds(285));
    assertThat(turn("too slow", "other").outcome()).isEqualTo("no_pin");
  }

  @Test
  void marginAndLongestLifetimeAreConfiguration() {
    String yaml = "affinity: { margin: 1m, maxLifetime: 8m }\n" + PROVIDERS;
    wire.gateway().apply(wire.config(yaml));
    try {
      assertLasts(Duration.ofMinutes(4), Turns.CHAT, Turns.body(Turns.CHAT, "other", "hi"));
      assertLasts(Duration.ofMinutes(8), Turns.CHAT, Turns.body(Turns.CHAT, "gpt", "hi"));
      assertLasts(
          Duration.ofMinutes(8),
          Turns.CHAT,
          Turns.body(Turns.CHAT, "gpt", "hi"),
          "x-bf-session-ttl",
          "30m");
    } finally {
      wire.gateway().apply(wire.config(PROVIDERS));
    }
  }

  /** A turn during which the clock moves on after its request was sent upstream. */
  private void slowTurn(String session, boolean stream, Duration takes) {
    wire.simulator(0).clearRequests();
    wire.simulator(0)
        .credential("default")
        .fault(Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, Duration.ofMillis(300)));
    String body = Turns.body(Turns.CHAT, "other", "hi");
    CompletableFuture<Answer> turn =
        wire.postAsync(Turns.CHAT, stream ? Turns.streamed(body) : body, Turns.with(session));
    Wire.await(wire.simulator(0).awaitRequests(1));
    wire.clock().advance(takes);
    assertThat(turn.join().outcome()).isEqualTo("no_pin");
  }

  private Answer turn(String session, String model, String... headers) {
    return wire.post(Turns.CHAT, Turns.body(Turns.CHAT, model, "hi"), Turns.with(session, headers));
  }

  /** Two sessions begin together: one looks just before the end, the other at the end. */
  private void assertLasts(Duration lifetime, String path, String body, String... headers) {
    String within = "within " + sessions.incrementAndGet();
    String after = "after " + sessions.incrementAndGet();
    assertThat(wire.post(path, body, Turns.with(within, headers)).outcome()).isEqualTo("no_pin");
    assertThat(wire.post(path, body, Turns.with(after, headers)).outcome()).isEqualTo("no_pin");
    wire.clock().advance(lifetime.minusMillis(1));
    assertThat(wire.post(path, body, Turns.with(within, headers)).outcome()).isEqualTo("confirmed");
    wire.clock().advance(Duration.ofMillis(1));
    assertThat(wire.post(path, body, Turns.with(after, headers)).outcome())
        .isEqualTo("pin_expired");
  }
}
