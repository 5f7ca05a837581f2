package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Routing rules, as a caller meets them. */
class RulesTest extends TwoAccounts {
  private static final String CONFIG =
      """
      teams:
        - { id: acme, keys: [{ id: web, secret: sk-web }, { id: app, secret: sk-app, userHeader: x-user }] }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages], credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages], credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: own }] }
      routing:
        rules:
          - { name: header, when: 'headers["x-to"] == "b"', targets: [{ provider: b, model: by-header }] }
          - { name: secret, when: 'headers.exists(name, headers[name].contains("sk-web"))', targets: [{ provider: b, model: by-secret }] }
          - { name: tag, when: '"night" in tags', targets: [{ provider: b, model: by-tag }] }
          - { name: api, when: 'api == "messages" && team == "acme"', targets: [{ provider: b, model: by-api }] }
          - { name: large, when: 'promptTokens >= 1000', targets: [{ provider: b, model: by-size }] }
          - { name: user, when: 'user == "ann"', targets: [{ provider: b, model: by-user }] }
          - { name: halves, when: 'headers["x-to"] == "halves"', targets: [{ provider: a, model: h, weight: 50 }, { provider: b, model: h, weight: 50 }] }
          - { name: broken, when: 'int(headers["x-to"]) == 7', targets: [{ provider: b, model: by-number }] }
      """;
  private static final String BODY = Turns.body(Turns.CHAT, "m", "hi");

  RulesTest() {
    super(CONFIG);
  }

  @Test
  void aRuleReadsHeadersTagsApiSizeAndUser() {
    assertThat(upstreamModel(Turns.CHAT, BODY)).isEqualTo("own");
    assertThat(upstreamModel(Turns.CHAT, BODY, "X-To", "b")).isEqualTo("by-header");
    assertThat(upstreamModel(Turns.CHAT, Turns.options(BODY, "\"tags\":[\"night\"]")))
        .isEqualTo("by-tag");
    assertThat(upstreamModel(Turns.MESSAGES, Turns.body(Turns.MESSAGES, "m", "hi")))
        .isEqualTo("by-api");
    assertThat(upstreamModel(Turns.CHAT, Turns.body(Turns.CHAT, "m", "x".repeat(5000))))
        .isEqualTo("by-size");
    assertThat(upstreamModel(Turns.CHAT, Turns.options(BODY, "\"user\":\"ann\"")))
        .isEqualTo("by-user");
  }

  @Test
  void whereAProxyNamesTheUserTheRequestCannot() {
    String asAnn = Turns.options(BODY, "\"user\":\"ann\"");
    assertThat(upstreamModel(Turns.CHAT, asAnn, "authorization", "Bearer sk-app")).isEqualTo("own");
    assertThat(upstreamModel(Turns.CHAT, BODY, "authorization", "Bearer sk-app", "x-user", "ann"))
        .isEqualTo("by-user");
  }

  @Test
  void anAnswerTellsWhichRuleWasAppliedAndTheModelIsStillTheCallers() {
    Answer answer = turns.chat("told", "m", "x-to", "b", "authorization", "Bearer sk-web");
    assertThat(answer.routing().path("planningReasoning").asText())
        .contains("Routing rule 'header' applied.");
    assertThat(answer.routing().path("canonicalSlug").asText()).isEqualTo("m");
    assertThat(answer.provider()).isEqualTo("b");
  }

  @Test
  void aRuleThatFailsIsCountedAndTheRequestGoesOn() {
    assertThat(upstreamModel(Turns.CHAT, BODY, "x-to", "nowhere")).isEqualTo("own");
    assertThat(wire.manage("/metrics").text())
        .contains("mooring_rule_failures_total{rule=\"broken\"}");
  }

  @Test
  void aSessionStaysOnItsSideOfAWeightedRuleWithoutFallbacks() {
    for (int session = 0; session < 6; session++) {
      String first = null;
      for (int turn = 0; turn < 20; turn++) {
        Answer answer =
            turns.chat("half " + session, "m", "x-to", "halves", "authorization", "Bearer sk-web");
        first = first == null ? answer.provider() : first;
        assertThat(answer.provider()).isEqualTo(first);
        assertThat(answer.outcome()).isEqualTo(turn == 0 ? "no_pin" : "confirmed");
      }
    }
  }

  @Test
  void aPinOutsideARulesTargetsIsPassedOverAndTheSessionIsPinnedAnew() {
    String[] plain = {"authorization", "Bearer sk-web"};
    String[] ruled = {"authorization", "Bearer sk-web", "x-to", "b"};
    turns.chat("moved", "m", plain);
    assertThat(Turns.affinity(turns.chat("moved", "m", ruled)))
        .isEqualTo("skipped_not_in_plan a -");
    assertThat(Turns.affinity(turns.chat("moved", "m", ruled))).isEqualTo("confirmed b -");
  }

  /** The model that the provider was asked for. */
  private String upstreamModel(String path, String body, String... headers) {
    forget();
    boolean authenticated = List.of(headers).contains("authorization");
    String[] all = authenticated ? headers : with("authorization", "Bearer sk-web", headers);
    assertThat(wire.post(path, body, all).status()).isEqualTo(200);
    var received = wire.received(wire.received(0).isEmpty() ? 1 : 0);
    assertThat(received).hasSize(1);
    return received.get(0).model();
  }

  private static String[] with(String name, String value, String... headers) {
    String[] all = Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = name;
    all[headers.length + 1] = value;
    return all;
  }
}
