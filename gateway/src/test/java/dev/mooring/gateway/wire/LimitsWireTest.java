package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Limits and budgets of client keys and teams (contract, sections 2 and 3). An output token costs
 * one cent and the prompt nothing, so that {@code max_tokens} is what a request reserves.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimitsWireTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          keys:
            - { id: requests, secret: sk-requests, rateLimit: { requests: 2, per: 1m } }
            - { id: tokens, secret: sk-tokens, rateLimit: { tokens: 100 } }
            - { id: budget, secret: sk-budget, budget: { limitUsd: 1, period: day } }
            - { id: both, secret: sk-both,
                rateLimit: { requests: 1 }, budget: { limitUsd: 0.01, period: 30d } }
            - { id: free, secret: sk-free }
        - id: shared
          rateLimit: { requests: 3 }
          budget: { limitUsd: 0.5, period: week }
          keys:
            - { id: one, secret: sk-one, rateLimit: { requests: 2 } }
            - { id: two, secret: sk-two }
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            retry: { maxRetries: 0 }, credentials: [{ id: a, apiKey: key-of-a }] }
      models:
        - { id: m, price: { input: 0, output: 10000 }, targets: [{ provider: p, model: up }] }
        - { id: priceless, targets: [{ provider: p, model: up }] }
        - { id: dearer, price: { input: 0, output: 1 }, targets: [{ provider: p, model: up, price: { input: 0, output: 20000 } }] }
      """;

  private Wire wire;

  @BeforeAll
  void start() {
    wire =
        Wire.of(CONFIG, SimulatorConfig.of(SimulatedKey.of("a", "key-of-a")).withMaxRecorded(500));
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  /** Every window is empty again. */
  @BeforeEach
  void reset() {
    wire.clock().advance(Duration.ofDays(31));
    wire.simulator(0).clearRequests();
    wire.simulator(0).credential("a").clearFaults();
  }

  @ParameterizedTest
  @EnumSource
  void pastTheLimitOfRequestsTheAnswerIsA429OfOurs(ApiCall api) {
    assertThat(send(api, "sk-requests", 5).status()).isEqualTo(200);
    assertThat(send(api, "sk-requests", 5).status()).isEqualTo(200);
    Answer refused = send(api, "sk-requests", 5);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(api.error(refused))
        .isEqualTo("The limit of this API key, 2 requests per 1 min, is reached.");
    assertThat(refused.header("retry-after")).isEqualTo("60");
    assertThat(refused.header("x-ratelimit-limit-requests")).isEqualTo("2");
    assertThat(refused.header("x-ratelimit-remaining-requests")).isEqualTo("0");
    if (api == ApiCall.MESSAGES) {
      assertThat(refused.json().path("error").path("type").asText()).isEqualTo("rate_limit_error");
    }
    assertThat(wire.received(0)).hasSize(2);
    assertThat(send(api, "sk-free", 5).status()).isEqualTo(200);
  }

  @Test
  void afterTheWaitThatWasToldTheRequestPasses() {
    send(ApiCall.CHAT, "sk-requests", 5);
    wire.clock().advance(Duration.ofSeconds(30));
    send(ApiCall.CHAT, "sk-requests", 5);
    Answer refused = send(ApiCall.CHAT, "sk-requests", 5);
    assertThat(refused.status()).isEqualTo(429);
    long wait = Long.parseLong(refused.header("retry-after"));
    assertThat(wait).isBetween(30L, 31L);
    wire.clock().advance(Duration.ofSeconds(wait));
    assertThat(send(ApiCall.CHAT, "sk-requests", 5).status()).isEqualTo(200);
    assertThat(send(ApiCall.CHAT, "sk-requests", 5).status()).isEqualTo(429);
  }

  @ParameterizedTest
  @EnumSource
  void pastTheBudgetTheAnswerIsA402OfOurs(ApiCall api) {
    assertThat(send(api, "sk-budget", 20).status()).isEqualTo(200);
    spend(80);
    Answer refused = send(api, "sk-budget", 1);
    assertThat(refused.status()).isEqualTo(402);
    assertThat(api.error(refused))
        .isEqualTo("The budget of this API key, 1.00 USD per day, is used up.");
    assertThat(refused.headers().firstValue("retry-after")).isEmpty();
    if (api == ApiCall.MESSAGES) {
      assertThat(refused.json().path("error").path("type").asText()).isEqualTo("billing_error");
    }
    assertThat(wire.received(0)).hasSize(5);
  }

  @Test
  void aBudgetThatIsReachedSaysMoreThanALimitThatIs() {
    assertThat(send(ApiCall.CHAT, "sk-both", 1).status()).isEqualTo(200);
    assertThat(send(ApiCall.CHAT, "sk-both", 1).status()).isEqualTo(402);
  }

  @Test
  void concurrentRequestsDoNotPassABudgetTogether() {
    List<CompletableFuture<Answer>> calls = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      calls.add(
          wire.postAsync(
              ApiCall.CHAT.path(),
              ApiCall.CHAT.body("hi", maxTokens(ApiCall.CHAT, 5)),
              key("sk-budget")));
    }
    List<Answer> answers = calls.stream().map(CompletableFuture::join).toList();
    assertThat(answers).extracting(Answer::status).containsOnly(200, 402);
    List<Answer> served = answers.stream().filter(answer -> answer.status() == 200).toList();
    assertThat(served).hasSize(20);
    assertThat(spent(served)).isEqualByComparingTo("1.00");
  }

  @Test
  void concurrentRequestsAreGrantedTheLimitExactly() {
    List<CompletableFuture<Answer>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      calls.add(wire.postAsync(ApiCall.CHAT.path(), ApiCall.CHAT.body("hi"), key("sk-requests")));
    }
    assertThat(calls.stream().map(CompletableFuture::join))
        .filteredOn(answer -> answer.status() == 200)
        .hasSize(2);
  }

  @Test
  void aRequestThatFailsGivesEverythingBackButItsCount() {
    wire.simulator(0).credential("a").fault(Fault.status(500));
    assertThat(send(ApiCall.CHAT, "sk-both", 1).status()).isEqualTo(500);
    Answer counted = send(ApiCall.CHAT, "sk-both", 1);
    assertThat(counted.status()).isEqualTo(429);
    wire.clock().advance(Duration.ofSeconds(61));
    assertThat(send(ApiCall.CHAT, "sk-both", 1).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void aStreamIsSettledAtItsUsage(ApiCall api) {
    Answer stream =
        wire.post(
            api.path(),
            Turns.streamed(api.body("hi", maxTokens(api, 90)).replace("\"max_tokens\":50,", "")),
            key("sk-budget"));
    assertThat(stream.status()).isEqualTo(200);
    assertThat(send(api, "sk-budget", 81).status()).isEqualTo(402);
    assertThat(send(api, "sk-budget", 80).status()).isEqualTo(200);
  }

  @Test
  void aStreamWhoseCallerLeavesIsSettledAtWhatCame() {
    stallAfterEvents(6);
    try (OpenStream stream =
        OpenStream.post(
            wire,
            ApiCall.CHAT.path(),
            Turns.streamed(ApiCall.CHAT.body("hi", maxTokens(ApiCall.CHAT, 100))),
            key("sk-budget"))) {
      stream.next();
      assertThat(send(ApiCall.CHAT, "sk-budget", 1).status()).isEqualTo(402);
    }
    await().until(() -> send(ApiCall.CHAT, "sk-budget", 80).status() == 200);
    assertThat(send(ApiCall.CHAT, "sk-budget", 80).status()).isEqualTo(402);
  }

  @Test
  void aRequestWhoseCallerLeavesBeforeAnyOutputGivesEverythingBack() {
    wire.simulator(0).credential("a").fault(Fault.of(FaultKind.STALL_BEFORE_HEAD));
    try (OpenStream waiting =
        OpenStream.post(
            wire,
            ApiCall.CHAT.path(),
            ApiCall.CHAT.body("hi", maxTokens(ApiCall.CHAT, 100)),
            key("sk-budget"))) {
      await().until(() -> wire.received(0).size() == 1);
      assertThat(send(ApiCall.CHAT, "sk-budget", 1).status()).isEqualTo(402);
      assertThat(waiting).isNotNull();
    }
    await().until(() -> send(ApiCall.CHAT, "sk-budget", 100).status() == 200);
  }

  @Test
  void aStreamThatBreaksIsSettledAtWhatCame() {
    wire.simulator(0).credential("a").fault(Fault.of(FaultKind.CLOSE_AFTER_EVENTS, 6));
    Answer broken =
        wire.post(
            ApiCall.MESSAGES.path(),
            Turns.streamed(
                ApiCall.MESSAGES
                    .body("hi", "\"max_tokens\":100")
                    .replace("\"max_tokens\":50,", "")),
            key("sk-budget"));
    assertThat(broken.text()).contains("event: error");
    assertThat(send(ApiCall.CHAT, "sk-budget", 100).status()).isEqualTo(402);
    assertThat(send(ApiCall.CHAT, "sk-budget", 80).status()).isEqualTo(200);
  }

  @Test
  void theTokensOfALimitAreThoseThatWereUsed() {
    Answer first = send(ApiCall.CHAT, "sk-tokens", 20);
    assertThat(first.status()).isEqualTo(200);
    long used = first.json().path("usage").path("total_tokens").asLong();
    long prompt = 8;
    int left = (int) (100 - used - prompt);
    Answer refused = send(ApiCall.CHAT, "sk-tokens", left + 1);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("x-ratelimit-remaining-tokens")).isEqualTo(Long.toString(100 - used));
    assertThat(send(ApiCall.CHAT, "sk-tokens", left).status()).isEqualTo(200);
  }

  @Test
  void aRequestLargerThanTheLimitItselfIsToldSo() {
    Answer refused = send(ApiCall.CHAT, "sk-tokens", 1_000_000_000);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(ApiCall.CHAT.error(refused))
        .isEqualTo(
            "The limit of this API key, 100 tokens per 1 min, is lower than the 1000000008 that"
                + " this request may need.");
    assertThat(refused.header("retry-after")).isEqualTo("60");
  }

  @Test
  void aRequestThatSetsNoBoundReservesABoundedAnswer() {
    Answer refused = wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.body("hi"), key("sk-tokens"));
    assertThat(ApiCall.CHAT.error(refused)).contains("the 4104 that this request may need");
  }

  @Test
  void theKeysOfATeamShareItsLimitsBesideTheirOwn() {
    assertThat(send(ApiCall.CHAT, "sk-one", 1).status()).isEqualTo(200);
    assertThat(send(ApiCall.CHAT, "sk-one", 1).status()).isEqualTo(200);
    assertThat(ApiCall.CHAT.error(send(ApiCall.CHAT, "sk-one", 1))).contains("of this API key");
    assertThat(send(ApiCall.CHAT, "sk-two", 1).status()).isEqualTo(200);
    assertThat(ApiCall.CHAT.error(send(ApiCall.CHAT, "sk-two", 1))).contains("of this team");
    wire.clock().advance(Duration.ofMinutes(2));
    assertThat(ApiCall.CHAT.error(send(ApiCall.CHAT, "sk-two", 48)))
        .isEqualTo(
            "The budget of this team, 0.50 USD per week, has 0.47 USD left, which this request may"
                + " exceed.");
  }

  @Test
  void aRefusedRequestLeavesHealthAndPinAsTheyWere() {
    String[] headers = Turns.with("kept", key("sk-requests"));
    wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.body("hi"), headers);
    wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.body("hi"), headers);
    assertThat(wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.body("hi"), headers).status())
        .isEqualTo(429);
    wire.clock().advance(Duration.ofSeconds(61));
    Answer next = wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.body("hi"), headers);
    assertThat(next.outcome()).isEqualTo("confirmed");
    assertThat(wire.manage("/metrics").text())
        .contains(
            "mooring_limits_refused_total{key=\"requests\",limit=\"requests\",team=\"acme\"}");
  }

  @Test
  void whatHasNoPriceIsNotChargedToABudgetUntilThatIsUsedUp() {
    String body = ApiCall.CHAT.bodyOf("priceless", "hi");
    for (int i = 0; i < 3; i++) {
      assertThat(wire.post(ApiCall.CHAT.path(), body, key("sk-budget")).status()).isEqualTo(200);
    }
    assertThat(send(ApiCall.CHAT, "sk-budget", 20).status()).isEqualTo(200);
    spend(80);
    assertThat(wire.post(ApiCall.CHAT.path(), body, key("sk-budget")).status()).isEqualTo(402);
  }

  @Test
  void aTargetsOwnPriceIsWhatABudgetIsCharged() {
    String body =
        ApiCall.CHAT.body("hi", maxTokens(ApiCall.CHAT, 20)).replace("\"m\"", "\"dearer\"");
    for (int i = 0; i < 2; i++) {
      assertThat(wire.post(ApiCall.CHAT.path(), body, key("sk-budget")).status()).isEqualTo(200);
    }
    assertThat(wire.post(ApiCall.CHAT.path(), body, key("sk-budget")).status()).isEqualTo(402);
  }

  @Test
  void countingTokensIsARequestAndSpendsNothing() {
    String path = "/v1/messages/count_tokens";
    String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    spend(100);
    assertThat(wire.post(path, body, key("sk-budget")).status()).isNotIn(402, 429);
    wire.post(path, body, key("sk-requests"));
    wire.post(path, body, key("sk-requests"));
    assertThat(wire.post(path, body, key("sk-requests")).status()).isEqualTo(429);
  }

  /** Lets the key of the budget spend so many cents. */
  private void spend(int cents) {
    for (int left = cents; left > 0; left -= 20) {
      assertThat(send(ApiCall.CHAT, "sk-budget", Math.min(20, left)).status()).isEqualTo(200);
    }
  }

  private void stallAfterEvents(int events) {
    wire.simulator(0).credential("a").fault(Fault.of(FaultKind.STALL_AFTER_EVENTS, events));
  }

  /** A request that may have so many output tokens; the simulator gives at most 20. */
  private Answer send(ApiCall api, String secret, int maxTokens) {
    String body =
        api.body("hi", maxTokens(api, maxTokens))
            .replace("\"max_tokens\":50,\"messages", "\"messages");
    return wire.post(api.path(), body, key(secret));
  }

  private static String maxTokens(ApiCall api, int tokens) {
    String field =
        switch (api) {
          case CHAT -> "max_completion_tokens";
          case RESPONSES -> "max_output_tokens";
          case MESSAGES -> "max_tokens";
        };
    return "\"" + field + "\":" + tokens;
  }

  private static BigDecimal spent(List<Answer> answers) {
    return answers.stream()
        .map(answer -> new BigDecimal(answer.gateway().path("cost").asText()))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static String[] key(String secret) {
    return new String[] {"authorization", "Bearer " + secret};
  }
}
