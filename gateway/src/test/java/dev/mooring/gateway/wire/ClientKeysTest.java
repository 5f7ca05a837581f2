package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client key may use, for how long, and with whose credentials (contract, section 2). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientKeysTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          keys:
            - { id: all, secret: sk-all }
            - { id: off, secret: sk-off, active: false }
            - { id: soon, secret: sk-soon, expires: "2026-11-29T13:00:00Z" }
            - { id: no-q, secret: sk-no-q, deny: { providers: [q] } }
            - { id: no-big, secret: sk-no-big, allow: { models: ["big/*", m] }, deny: { models: ["*/one"] } }
            - { id: not-a, secret: sk-not-a, deny: { credentials: [a] } }
            - { id: none, secret: sk-none, allow: { credentials: [] } }
            - { id: weighted, secret: sk-weighted, weights: { p: 0, q: 1 } }
            - { id: every, secret: sk-every, allow: { credentials: ["*"] } }
        - id: owner
          keys:
            - { id: web, secret: sk-owner }
            - { id: own-only, secret: sk-own-only, allow: { credentials: [] } }
            - { id: no-p, secret: sk-no-p, deny: { providers: [p] } }
          byok: { p: [{ apiKey: own-1 }, { id: second, apiKey: own-2 }] }
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            retry: { maxRetries: 0 },
            credentials: [{ id: a, apiKey: key-of-a }, { id: b, apiKey: key-of-b, weight: 0 }] }
        - { id: q, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages],
            credentials: [{ id: c, apiKey: key-of-c }] }
      models:
        - { id: m, caching: { supported: true, minTokens: 1 }, targets: [{ provider: q, model: up }, { provider: p, model: up }] }
        - { id: on-p, targets: [{ provider: p, model: up }] }
        - { id: big/one, targets: [{ provider: q, model: up }] }
        - { id: big/two, targets: [{ provider: q, model: up }] }
      """;

  private Wire wire;

  @BeforeAll
  void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(
                SimulatedKey.of("a", "key-of-a"),
                SimulatedKey.of("b", "key-of-b"),
                SimulatedKey.of("own-1", "own-1"),
                SimulatedKey.of("own-2", "own-2"),
                SimulatedKey.of("mine", "key-of-mine")),
            SimulatorConfig.of(SimulatedKey.of("c", "key-of-c")));
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    for (String id : List.of("a", "b", "own-1", "own-2", "mine")) {
      wire.simulator(0).credential(id).clearFaults();
    }
    wire.simulator(0).clearRequests();
    wire.simulator(1).clearRequests();
  }

  @ParameterizedTest
  @EnumSource
  void aKeyThatIsSwitchedOffIsA403(ApiCall api) {
    Answer refused = post(api, "m", "sk-off");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(api.error(refused)).isEqualTo("this API key is switched off");
    assertThat(wire.get("/v1/models", key("sk-off")).status()).isEqualTo(403);
    assertThat(wire.received(1)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aKeyWhoseTimeIsOverIsA401(ApiCall api) {
    ManualClock clock = wire.clock();
    Duration left = Duration.between(clock.instant(), Instant.parse("2026-11-29T13:00:00Z"));
    clock.advance(left.minusMillis(1));
    assertThat(post(api, "m", "sk-soon").status()).isEqualTo(200);
    clock.advance(Duration.ofMillis(1));
    Answer refused = post(api, "m", "sk-soon");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(api.error(refused)).isEqualTo("this API key has expired");
    assertThat(wire.get("/v1/models", key("sk-soon")).status()).isEqualTo(401);
    clock.advance(Duration.ofHours(-1));
  }

  @Test
  void aDeniedProviderIsNotTriedThoughItComesFirst() {
    assertThat(post(ApiCall.CHAT, "m", "sk-all").provider()).isEqualTo("q");
    assertThat(post(ApiCall.CHAT, "m", "sk-no-q").provider()).isEqualTo("p");
    Answer refused = post(ApiCall.CHAT, "big/two", "sk-no-q");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text()).doesNotContain("\"q\"");
  }

  @Test
  void aDeniedProviderBeatsThePinThatAnotherKeyOfTheTeamLeft() {
    String body = ApiCall.CHAT.body("a conversation of the whole team");
    assertThat(wire.post(ApiCall.CHAT.path(), body, key("sk-all")).provider()).isEqualTo("q");
    assertThat(wire.post(ApiCall.CHAT.path(), body, key("sk-all")).outcome())
        .isEqualTo("confirmed");
    Answer answer = wire.post(ApiCall.CHAT.path(), body, key("sk-no-q"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("p");
    assertThat(answer.outcome()).isEqualTo("skipped_not_in_plan");
  }

  @Test
  void aKeysWeightsDrawNewSessionsAndLeavePinnedOnesWhereTheyAre() {
    String[] headers = Turns.with("weighed", key("sk-weighted"));
    assertThat(wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.body("hi"), headers).provider())
        .isEqualTo("q");
    String onlyP = "\"providerOptions\":{\"gateway\":{\"only\":[\"p\"]}}";
    wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.body("hi", onlyP), headers);
    Answer next = wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.body("hi"), headers);
    assertThat(next.outcome()).isEqualTo("promoted");
    assertThat(next.provider()).isEqualTo("p");
  }

  @Test
  void whatIsDeniedIsDeniedThoughItIsAllowed() {
    assertThat(post(ApiCall.CHAT, "big/two", "sk-no-big").status()).isEqualTo(200);
    assertThat(post(ApiCall.CHAT, "big/one", "sk-no-big").status()).isEqualTo(403);
    assertThat(post(ApiCall.CHAT, "on-p", "sk-no-big").status()).isEqualTo(403);
    assertThat(wire.get("/v1/models", key("sk-no-big")).text())
        .contains("big/two")
        .doesNotContain("big/one", "on-p");
  }

  @Test
  void aDeniedCredentialIsNeverUsed() {
    for (int i = 0; i < 5; i++) {
      post(ApiCall.CHAT, "on-p", "sk-not-a");
    }
    assertThat(credentials()).containsOnly("b").hasSize(5);
  }

  @Test
  void anEmptyListOfCredentialsAllowsNoneAndAStarAll() {
    assertThat(post(ApiCall.CHAT, "on-p", "sk-none").status()).isEqualTo(403);
    assertThat(post(ApiCall.CHAT, "on-p", "sk-every").status()).isEqualTo(200);
    assertThat(credentials()).containsExactly("a");
  }

  @Test
  void aTeamsOwnCredentialsComeBeforeTheConfiguredOnesInTheirOrder() {
    Answer answer = post(ApiCall.CHAT, "m", "sk-owner");
    assertThat(answer.provider()).isEqualTo("p");
    assertThat(answer.text()).contains("\"credentialType\":\"byok\"").doesNotContain("own-1");
    assertThat(credentials()).containsExactly("own-1");
    wire.simulator(0).credential("own-1").fault(Fault.status(500));
    post(ApiCall.CHAT, "m", "sk-owner");
    assertThat(credentials()).containsExactly("own-1", "own-1", "own-2");
  }

  @Test
  void whenATeamsOwnCredentialsFailTheConfiguredOnesServe() {
    wire.simulator(0).credential("own-1").fault(Fault.status(500));
    wire.simulator(0).credential("own-2").fault(Fault.status(500));
    Answer answer = post(ApiCall.CHAT, "on-p", "sk-owner");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(credentials()).containsExactly("own-1", "own-2", "a");
  }

  @Test
  void aRequestsOwnCredentialsReplaceTheTeams() {
    String byok =
        "\"providerOptions\":{\"gateway\":{\"byok\":{\"p\":[{\"apiKey\":\"key-of-mine\"}]}}}";
    wire.simulator(0).credential("mine").fault(Fault.status(500));
    wire.post(ApiCall.CHAT.path(), ApiCall.CHAT.bodyOf("on-p", "hi", byok), key("sk-owner"));
    assertThat(credentials()).containsExactly("mine", "a");
  }

  @Test
  void aKeyWithoutConfiguredCredentialsStillHasItsTeamsOwn() {
    wire.simulator(0).credential("own-1").fault(Fault.status(500));
    wire.simulator(0).credential("own-2").fault(Fault.status(500));
    assertThat(post(ApiCall.CHAT, "on-p", "sk-own-only").status()).isEqualTo(500);
    assertThat(credentials()).containsExactly("own-1", "own-2");
  }

  @Test
  void aTeamsOwnCredentialsServeOnlyProvidersThatTheKeyMayUse() {
    assertThat(post(ApiCall.CHAT, "m", "sk-no-p").provider()).isEqualTo("q");
    assertThat(wire.received(0)).isEmpty();
  }

  @Test
  void aSessionStaysOnTheTeamsCredentialThatServedIt() {
    wire.simulator(0).credential("own-1").fault(Fault.status(429));
    String[] headers = Turns.with("owned", key("sk-owner"));
    String body = ApiCall.CHAT.bodyOf("on-p", "hi");
    wire.post(ApiCall.CHAT.path(), body, headers);
    wire.simulator(0).clearRequests();
    Answer next = wire.post(ApiCall.CHAT.path(), body, headers);
    assertThat(next.header("x-mooring-affinity")).isEqualTo("promoted");
    assertThat(credentials()).containsExactly("own-2");
  }

  private List<String> credentials() {
    return wire.received(0).stream().map(ReceivedRequest::credential).toList();
  }

  private Answer post(ApiCall api, String model, String secret) {
    return wire.post(api.path(), api.bodyOf(model, "hi"), key(secret));
  }

  private static String[] key(String secret) {
    return new String[] {"authorization", "Bearer " + secret};
  }
}
