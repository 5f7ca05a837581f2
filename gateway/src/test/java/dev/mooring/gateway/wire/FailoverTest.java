package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is tried next, and how often (contract, section 5, "A candidate that fails"). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailoverTest {
  private static final String RETRY =
      "retry: { maxRetries: 2, initialBackoff: 1ms, maxBackoff: 1s }, timeouts: { firstByte: 300ms, idle: 300ms }";
  private static final String CREDENTIALS =
      "[{ id: a1, apiKey: ka1, cacheScope: s }, { id: a2, apiKey: ka2 }, { id: a3, apiKey: ka3, cacheScope: s }]";
  private static final String CONFIG =
      """
      health: { failures: 1000 }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", %s, credentials: %s }
        - { id: b, type: openai-compatible, baseUrl: "@1", %s, credentials: [{ id: b1, apiKey: kb1 }] }
        - { id: once, type: openai-compatible, baseUrl: "@0", retry: { maxRetries: 0 }, credentials: %s }
      models:
        - { id: m, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: o, targets: [{ provider: once, model: u }, { provider: b, model: u }] }
      """
          .formatted(RETRY, CREDENTIALS, RETRY, CREDENTIALS);

  /** A 429 that asks for less than the longest back-off. */
  private static final Fault SHORT = Fault.status(429).withHeader("retry-after-ms", "20").always();

  private static final Fault LONG = Fault.rateLimited(30).always();

  private final AtomicInteger sessions = new AtomicInteger();
  private Wire wire;
  private Turns turns;

  @BeforeAll
  void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(
                SimulatedKey.of("a1", "ka1").inScope("s"),
                SimulatedKey.of("a2", "ka2"),
                SimulatedKey.of("a3", "ka3").inScope("s")),
            SimulatorConfig.of(SimulatedKey.of("b1", "kb1")));
    turns = new Turns(wire);
  }

  @BeforeEach
  void forget() {
    turns.forget(0, "a1", "a2", "a3");
    turns.forget(1, "b1");
    wire.clock().advance(Duration.ofMinutes(2));
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPinnedCredentialsCacheSiblingTakesOverOnA429AndBecomesThePin(boolean stream) {
    String session = sessionOn("m", "a1");
    turns.fail(0, "a1", LONG);
    assertThat(turn(session, "m", stream).provider()).isEqualTo("a");
    assertThat(turns.hits(0)).containsExactly("a1", "a3");
    turn(session, "m", stream);
    assertThat(turns.hits(0)).containsExactly("a1", "a3", "a3");
    assertThat(turns.hits(1)).isEmpty();
  }

  @Test
  void afterItsSiblingsAPinnedCredentialIsRetriedThenTheRestOfItsProviderThenTheNext() {
    String session = sessionOn("m", "a1");
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, SHORT);
    }
    assertThat(turns.chat(session, "m").provider()).isEqualTo("b");
    assertThat(turns.hits(0)).containsExactly("a1", "a3", "a1", "a1", "a2");
    assertThat(turns.hits(1)).containsExactly("b1");
    wire.clock().advance(Duration.ofSeconds(1));
    assertThat(Turns.affinity(turns.chat(session, "m"))).isEqualTo("promoted b a");
  }

  @Test
  void aPinnedCredentialIsWaitedForWhereNoSiblingSharesItsCache() {
    String session = sessionOn("m", "a2");
    turns.fail(0, "a2", SHORT.times(2));
    assertThat(Turns.affinity(turns.chat(session, "m"))).startsWith("confirmed a");
    assertThat(turns.hits(0)).containsExactly("a2", "a2", "a2");
  }

  @Test
  void aPinnedCredentialIsNotWaitedForWhereItAsksForTooLong() {
    String session = sessionOn("m", "a2");
    turns.fail(0, "a2", LONG);
    assertThat(turns.chat(session, "m").provider()).isEqualTo("a");
    assertThat(turns.hits(0)).hasSize(2).startsWith("a2");
  }

  @Test
  void withoutAPinA429RotatesAtOnce() {
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, SHORT);
    }
    assertThat(turns.chat("rotates", "m").provider()).isEqualTo("b");
    assertThat(turns.hits(0)).containsExactlyInAnyOrder("a1", "a2", "a3");
  }

  @Test
  void withAProviderOnlyPinA429RotatesAtOnce() {
    String keyed = Turns.with(Turns.body(Turns.CHAT, "m", "hi"), "\"prompt_cache_key\":\"label\"");
    wire.post(Turns.CHAT, keyed);
    turns.forget(0);
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, SHORT);
    }
    assertThat(wire.post(Turns.CHAT, keyed).provider()).isEqualTo("b");
    assertThat(turns.hits(0)).containsExactlyInAnyOrder("a1", "a2", "a3");
  }

  @ParameterizedTest
  @CsvSource({"500, false", "503, true", "529, false", "408, false"})
  void a5xxIsRetriedOnTheSameCredentialFirstAndRetriesCountPerCandidate(
      int status, boolean stream) {
    String session = sessionOn("m", "a1");
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, Fault.status(status).always());
    }
    assertThat(turn(session, "m", stream).provider()).isEqualTo("b");
    assertThat(turns.hits(0)).containsExactly("a1", "a1", "a1", "a3", "a3", "a3", "a2", "a2", "a2");
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultKind.class,
      names = {"RESET_AT_START", "STALL_BEFORE_HEAD"})
  void aBrokenConnectionAndATimeOutAreRetriedOnTheSameCredential(FaultKind kind) {
    String session = sessionOn("m", "a2");
    turns.fail(0, "a2", Fault.of(kind).times(2));
    assertThat(Turns.affinity(turns.chat(session, "m"))).startsWith("confirmed a");
    assertThat(turns.hits(0)).containsOnly("a2").hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void aStreamsErrorBeforeItsFirstOutputIsRetriedLikeAnyOther() {
    String session = sessionOn("m", "a2");
    turns.fail(0, "a2", Fault.of(FaultKind.ERROR_EVENT, 1).times(2));
    Answer answer = turn(session, "m", true);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.routing().path("modelAttempts").path(0).path("success").asBoolean()).isTrue();
    assertThat(turns.hits(0)).containsExactly("a2", "a2", "a2");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "401, -, -, false",
        "402, -, -, true",
        "403, -, -, false",
        "404, -, model_not_found, false",
        "429, insufficient_quota, insufficient_quota, true",
        "429, usage_limit_reached, -, false",
        "403, -, unsupported_country_region_territory, false",
        "400, invalid_request_error, model_not_found, false",
      })
  void aRejectedCredentialIsNotRetriedAndItsSiblingServesAndIsPinnedEvenWithoutRetries(
      int status, @Nullable String type, @Nullable String code, boolean stream) {
    String session = sessionOn("o", "a1");
    turns.fail(0, "a1", Fault.status(status).withError(type, code, "no").always());
    assertThat(turn(session, "o", stream).provider()).isEqualTo("once");
    assertThat(turns.hits(0)).containsExactly("a1", "a3");
    turn(session, "o", stream);
    assertThat(turns.hits(0)).containsExactly("a1", "a3", "a3");
    wire.clock().advance(Duration.ofSeconds(61));
    turn(session, "o", stream);
    assertThat(turns.hits(0)).containsExactly("a1", "a3", "a3", "a3");
  }

  @Test
  void everyRejectedCredentialIsTriedOnceThenTheNextProvider() {
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, Fault.status(401).always());
    }
    assertThat(turns.chat("all rejected", "m").provider()).isEqualTo("b");
    assertThat(turns.hits(0)).containsExactlyInAnyOrder("a1", "a2", "a3");
  }

  @ParameterizedTest
  @CsvSource({"40, 20, 20", "3600, 7200, 60", "1.5, 30, 2", "0, 30, 1"})
  void whenAllFailA429IsToldWithTheSmallestRetryAfterSixtyAtMost(
      String first, String second, String told) {
    failAll(Fault.status(429).withHeader("retry-after", first).always());
    turns.fail(1, "b1", Fault.status(429).withHeader("retry-after", second).always());
    Answer answer = turns.chat("all limited " + first, "m");
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.headers().allValues("retry-after")).containsExactly(told);
  }

  @Test
  void whenAllFailA429IsPreferredToTheLastFailure() {
    failAll(Fault.rateLimited(30).withError("rate_limit_error", null, "slow down").always());
    turns.fail(1, "b1", Fault.status(500).always());
    Answer answer = turns.chat("429 preferred", "m");
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.header("retry-after")).isEqualTo("30");
    assertThat(answer.json().path("error").path("message").asText()).isEqualTo("slow down");
    assertThat(answer.routing().path("modelAttempts").path(0).path("providerAttempts")).hasSize(6);
  }

  @Test
  void whenAllFailOtherwiseTheLastFailureIsTold() {
    failAll(Fault.status(401).always());
    turns.fail(1, "b1", Fault.status(503).withError("overloaded", "busy", "come back").always());
    Answer answer = turns.chat("last failure", "m");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.json().path("error").path("message").asText()).isEqualTo("come back");
    assertThat(answer.json().path("error").path("code").asText()).isEqualTo("busy");
  }

  @Test
  void aSuccessAfterA429TellsTheUpstreamsOwnUsage() {
    String session = sessionOn("m", "a2");
    turns.fail(0, "a2", SHORT.times(1));
    Answer answer = turns.chat(session, "m");
    assertThat(turns.hits(0)).containsExactly("a2", "a2");
    assertThat(
            answer.json().path("usage").path("prompt_tokens_details").path("cached_tokens").asInt())
        .isZero();
  }

  private void failAll(Fault fault) {
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, fault);
    }
  }

  private Answer turn(String session, String model, boolean stream) {
    String body = Turns.body(Turns.CHAT, model, "hi");
    return turns.send(session, Turns.CHAT, stream ? Turns.streamed(body) : body);
  }

  /** A session that is pinned to this credential; what it took is forgotten. */
  private String sessionOn(String model, String credential) {
    while (true) {
      String session = model + " on " + credential + " " + sessions.incrementAndGet();
      turns.chat(session, model);
      if (turns.hits(0).get(turns.hits(0).size() - 1).equals(credential)) {
        turns.forget(0);
        turns.forget(1);
        return session;
      }
    }
  }
}
