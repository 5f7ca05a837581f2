package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request may ask of the routing, and what its key allows (contract, sections 2 and 3). */
class OptionsWireTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          keys:
            - { id: plain, secret: sk-plain }
            - { id: only-q, secret: sk-only-q, allow: { providers: ["q"] } }
            - { id: weighted, secret: sk-weighted, weights: { p: 0, q: 5, r: 0 } }
            - { id: split, secret: sk-split, weights: { p: 70, q: 30, r: 0 } }
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            retry: { maxRetries: 0 }, credentials: [{ id: k, apiKey: key-of-p }] }
        - { id: q, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages],
            retry: { maxRetries: 0 }, zeroDataRetention: true,
            credentials: [{ id: k, apiKey: key-of-q }] }
        - { id: r, type: openai-compatible, baseUrl: "@2", apis: [chat, responses, messages],
            retry: { maxRetries: 0 }, credentials: [{ id: k, apiKey: key-of-r }] }
      models:
        - { id: lab/m, aliases: [m, nick], targets: [{ provider: p, model: p-m }, { provider: q, model: q-m },
            { provider: r, model: r-m }] }
        - { id: lab/other, targets: [{ provider: r, model: r-other }] }
        - { id: lab/no-zdr, targets: [{ provider: p, model: p-m }] }
        - { id: q/taken, targets: [{ provider: p, model: p-taken }] }
      """;

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(SimulatedKey.of("k", "key-of-p")),
            SimulatorConfig.of(SimulatedKey.of("k", "key-of-q")),
            SimulatorConfig.of(SimulatedKey.of("k", "key-of-r")));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    for (int i = 0; i < 3; i++) {
      wire.simulator(i).clearRequests();
      wire.simulator(i).credential("k").clearFaults();
    }
    wire.clock().advance(java.time.Duration.ofHours(2));
  }

  private static Answer post(ApiCall api, String secret, String model, String options) {
    String field = "\"providerOptions\":{\"gateway\":{" + options + "}}";
    return wire.post(
        api.path(), api.bodyOf(model, "hello", field), "authorization", "Bearer " + secret);
  }

  private static void refused(ApiCall api, Answer answer, int status, String... told) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(api.error(answer)).contains(told);
  }

  @Test
  void labelsOfTheCallersOwnAreNoCauseForAWarning() {
    Answer answer = post(ApiCall.CHAT, "sk-plain", "m", "\"user\":\"u\",\"tags\":[\"t\"]");
    assertThat(answer.gateway().path("warnings")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"order\":[\"q\"]; q; p,r",
        "\"order\":[\"r\",\"q\"]; r; q,p",
        "\"order\":[\"unheard-of\",\"q\"]; q; p,r",
        "\"only\":[\"q\",\"r\"]; q; r",
        "\"only\":[\"r\",\"q\"],\"order\":[\"r\"]; r; q",
        "\"zeroDataRetention\":true; q; ''",
        "\"unheardOf\":{\"a\":[1]}; p; q,r",
        "\"order\":null,\"only\":null; p; q,r",
      })
  void theOptionsFilterAndOrderTheProviders(String options, String first, String fallbacks) {
    for (ApiCall api : ApiCall.values()) {
      Answer answer = post(api, "sk-plain", "m", options);
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.provider()).isEqualTo(first);
      assertThat(
              String.join(
                  ",",
                  answer
                      .routing()
                      .findValue("fallbacksAvailable")
                      .valueStream()
                      .map(node -> node.asText())
                      .toList()))
          .isEqualTo(fallbacks);
    }
  }

  @ParameterizedTest
  @EnumSource
  void filtersThatLeaveNothingAreA400ThatNamesWhatIsAllowed(ApiCall api) {
    refused(api, post(api, "sk-plain", "m", "\"only\":[\"x\"]"), 400, "p, q, r");
    refused(api, post(api, "sk-plain", "m", "\"only\":[]"), 400, "p, q, r");
    Answer zdr = post(api, "sk-plain", "lab/no-zdr", "\"zeroDataRetention\":true");
    refused(api, zdr, 400, "lab/no-zdr");
    Answer key = post(api, "sk-only-q", "m", "\"only\":[\"p\"]");
    refused(api, key, 400, "are: q.");
  }

  @Test
  void modelsAreTriedInTurnAndTheFirstThatServesIsTold() {
    wire.simulator(0).credential("k").fault(Fault.status(500));
    wire.simulator(1).credential("k").fault(Fault.status(500));
    wire.simulator(2).credential("k").fault(Fault.status(500).onlyForModel("r-m"));
    Answer answer = post(ApiCall.CHAT, "sk-plain", "m", "\"models\":[\"lab/other\"]");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.routing().path("canonicalSlug").asText()).isEqualTo("lab/other");
    assertThat(answer.routing().path("originalModelId").asText()).isEqualTo("m");
    assertThat(answer.routing().path("modelAttempts")).hasSize(2);
    assertThat(wire.received(2).get(1).bodyText()).contains("\"model\":\"r-other\"");
  }

  @Test
  void anUnknownFallbackModelIsA404ThatNamesItsPlace() {
    Answer answer = post(ApiCall.CHAT, "sk-plain", "m", "\"models\":[\"lab/other\",\"nope\"]");
    refused(ApiCall.CHAT, answer, 404, "nope");
    assertThat(answer.json().path("error").path("param").asText())
        .isEqualTo("providerOptions.gateway.models[1]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q/lab/m", "q/m", "q/q-m", "q/nick"})
  void aRequestThatNamesItsProviderPlansOnlyThatOne(String model) {
    for (ApiCall api : ApiCall.values()) {
      Answer answer = post(api, "sk-plain", model, "");
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.provider()).isEqualTo("q");
      assertThat(answer.routing().path("canonicalSlug").asText()).isEqualTo("lab/m");
      assertThat(answer.routing().path("fallbacksAvailable")).isEmpty();
    }
    assertThat(wire.received(1)).allMatch(r -> r.bodyText().contains("\"model\":\"q-m\""));
    refused(ApiCall.CHAT, post(ApiCall.CHAT, "sk-plain", model, "\"only\":[\"p\"]"), 400, "q");
  }

  @Test
  void aModelsOwnIdIsNeverTakenForAProviderAndAModel() {
    Answer answer = post(ApiCall.CHAT, "sk-plain", "q/taken", "");
    assertThat(answer.provider()).isEqualTo("p");
    refused(ApiCall.CHAT, post(ApiCall.CHAT, "sk-plain", "q/other", ""), 404, "q/other");
  }

  @Test
  void theProvidersThatAKeyMayUseAreTheOnlyOnesPlanned() {
    Answer answer = post(ApiCall.MESSAGES, "sk-only-q", "m", "\"order\":[\"p\",\"r\"]");
    assertThat(answer.provider()).isEqualTo("q");
    assertThat(answer.routing().path("fallbacksAvailable")).isEmpty();
    refused(ApiCall.MESSAGES, post(ApiCall.MESSAGES, "sk-only-q", "p/m", ""), 403, "m");
  }

  @Test
  void theWeightsOfAKeyOutrankTheTargetsAndZeroIsNeverDrawn() {
    for (int i = 0; i < 20; i++) {
      assertThat(post(ApiCall.CHAT, "sk-weighted", "m", session(i)).provider()).isEqualTo("q");
    }
    Map<String, Integer> drawn = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      drawn.merge(post(ApiCall.CHAT, "sk-split", "m", session(i)).provider(), 1, Integer::sum);
    }
    assertThat(drawn).doesNotContainKey("r");
    assertThat(drawn.get("p")).isBetween(110, 170);
    Answer asked = post(ApiCall.CHAT, "sk-weighted", "m", "\"order\":[\"r\"]");
    assertThat(asked.provider()).as("a request's order outranks weights").isEqualTo("r");
  }

  private static String session(int i) {
    return "\"sessionId\":\"weighted " + i + "\"";
  }

  @ParameterizedTest
  @ValueSource(strings = {"sk a", "sk-\\r\\nx: y", "sk-\\u0000", "schlüssel", "\\u00a0", " sk"})
  void aCredentialThatNoHeaderCanHoldIsA400ThatNamesIt(String key) {
    for (ApiCall api : ApiCall.values()) {
      String byok = "\"byok\":{\"p\":[{\"apiKey\":\"good\"},{\"apiKey\":\"" + key + "\"}]}";
      Answer answer = post(api, "sk-plain", "m", byok);
      refused(api, answer, 400, "providerOptions.gateway.byok.p[1].apiKey");
      assertThat(wire.received(0)).isEmpty();
    }
  }

  @Test
  void theCallersOwnCredentialsComeFirstInTheOrderWritten() {
    wire.simulator(0).credential("k").fault(Fault.status(500));
    String byok =
        "\"byok\":{\"p\":[{\"apiKey\":\"key-of-p\"}],\"q\":[{\"apiKey\":\"nobodys\"},{\"apiKey\":\"key-of-q\"}]}";
    Answer answer = post(ApiCall.CHAT, "sk-plain", "m", byok);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("q");
    var attempts = answer.routing().path("modelAttempts").path(0).path("providerAttempts");
    assertThat(attempts.findValuesAsText("credentialType")).containsExactly("byok", "byok", "byok");
    assertThat(attempts.findValuesAsText("provider")).containsExactly("p", "q", "q");
    assertThat(answer.text()).doesNotContain("key-of", "nobodys");
  }
}
