package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What answers tell of {@code sort}, and the limits that callers set their own credentials. */
class SortAndTimeoutWireTest {
  private static final String CONFIG =
      """
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            credentials: [{ id: k, apiKey: key-of-p }] }
        - { id: q, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages],
            credentials: [{ id: k, apiKey: key-of-q }] }
      models:
        - id: m
          price: { input: 4, output: 4 }
          targets: [{ provider: p, model: up }, { provider: q, model: up, price: { input: 1, output: 1 } }]
      """;
  private static final String OWN_AND_LIMIT =
      "\"byok\":{\"q\":[{\"apiKey\":\"own-key\"}]},\"providerTimeouts\":{\"byok\":{\"q\":1000}}";

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(SimulatedKey.of("k", "key-of-p")),
            SimulatorConfig.of(
                SimulatedKey.of("k", "key-of-q"), SimulatedKey.of("own", "own-key")));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    wire.simulator(1).credential("own").clearFaults();
  }

  private static Answer post(ApiCall api, String options, String... fields) {
    String body = "\"providerOptions\":{\"gateway\":{" + options + "}}";
    String[] all = new String[fields.length + 1];
    all[0] = body;
    System.arraycopy(fields, 0, all, 1, fields.length);
    return wire.post(api.path(), api.body("hello", all));
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerTellsHowItsSortOrderedTheProviders(ApiCall api) {
    Answer answer = post(api, "\"sort\":\"cost\"");
    assertThat(answer.provider()).isEqualTo("q");
    assertThat(answer.routing().path("sort"))
        .hasToString(
            "{\"option\":\"cost\",\"executionOrder\":[\"q\",\"p\"],"
                + "\"metrics\":{\"q\":1.0,\"p\":4.0},\"deprioritizedProviders\":[]}");
    assertThat(answer.gateway().path("warnings")).isEmpty();
    assertThat(post(api, "").routing().has("sort")).isFalse();
  }

  @Test
  void theShorthandOfTheBodySortsToo() {
    Answer answer =
        wire.post(
            ApiCall.CHAT.path(), ApiCall.CHAT.body("hello", "\"provider\":{\"sort\":\"cost\"}"));
    assertThat(answer.provider()).isEqualTo("q");
    Answer named =
        wire.post(
            ApiCall.CHAT.path(),
            ApiCall.CHAT.body("hello", "\"provider\":{\"sort\":\"cost\",\"order\":[\"p\"]}"));
    assertThat(named.provider()).isEqualTo("p");
  }

  @Test
  void theCostIsThatOfTheTargetThatServed() {
    double dear = cost(post(ApiCall.CHAT, "\"only\":[\"p\"]"));
    double cheap = cost(post(ApiCall.CHAT, "\"only\":[\"q\"]"));
    assertThat(dear).isEqualTo(4 * cheap);
  }

  private static double cost(Answer answer) {
    return answer.gateway().path("cost").asDouble();
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultKind.class,
      names = {"STALL_BEFORE_HEAD", "STALL_BEFORE_FIRST_EVENT"})
  void anOwnCredentialPastItsLimitIsLeftForTheSystemsWithoutARetry(FaultKind stall) {
    wire.simulator(1).credential("own").fault(Fault.stall(stall, 0, Duration.ofMinutes(1)));
    Answer answer = post(ApiCall.CHAT, OWN_AND_LIMIT, "\"stream\":true");
    assertThat(answer.provider()).isEqualTo("p");
    leftAfterOneAttempt(answer);
  }

  @Test
  void theLimitIsForTheWholeOfAnAnswerThatIsNoStream() {
    wire.simulator(1)
        .credential("own")
        .fault(Fault.stall(FaultKind.STALL_AFTER_EVENTS, 0, Duration.ofMinutes(1)));
    leftAfterOneAttempt(post(ApiCall.CHAT, OWN_AND_LIMIT));
  }

  private static void leftAfterOneAttempt(Answer answer) {
    var attempts = answer.routing().at("/modelAttempts/0/providerAttempts");
    assertThat(attempts).hasSize(2);
    assertThat(attempts.at("/0/credentialType").asText()).isEqualTo("byok");
    assertThat(attempts.at("/0/error").asText()).isEqualTo("PROVIDER_TIMEOUT");
    assertThat(attempts.at("/0/providerTimeout").asBoolean()).isTrue();
    assertThat(attempts.at("/0/configuredTimeoutMs").asInt()).isEqualTo(1000);
    assertThat(attempts.at("/1/credentialType").asText()).isEqualTo("system");
    assertThat(attempts.at("/1").has("providerTimeout")).isFalse();
  }

  @Test
  void aStreamThatHasBegunIsPastItsLimit() {
    wire.simulator(1)
        .credential("own")
        .fault(Fault.stall(FaultKind.STALL_AFTER_EVENTS, 3, Duration.ofMillis(1200)));
    Answer answer = post(ApiCall.CHAT, OWN_AND_LIMIT, "\"stream\":true");
    assertThat(answer.provider()).isEqualTo("q");
    assertThat(answer.routing().at("/modelAttempts/0/providerAttempts")).hasSize(1);
    assertThat(answer.text()).endsWith("data: [DONE]\n\n");
  }
}
