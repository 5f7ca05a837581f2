package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From which prompt on sessions that nobody named are pinned (contract, section 5). */
class MinimumPromptTest extends TwoAccounts {
  private static final String CONFIG =
      """
      health: { failures: 1000 }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat, messages], retry: { maxRetries: 0 }, credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", apis: [chat, messages], retry: { maxRetries: 0 }, credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: undocumented, targets: [{ provider: a, model: some-model }] }
        - { id: sonnet, targets: [{ provider: a, model: claude-sonnet-5 }] }
        - { id: opus, targets: [{ provider: a, model: claude-opus-4-6 }] }
        - { id: configured, caching: { supported: true, minTokens: 40 }, targets: [{ provider: a, model: claude-sonnet-5 }] }
        - { id: cacheless, caching: { supported: false }, targets: [{ provider: a, model: some-model }] }
        - { id: mixed, targets: [{ provider: a, model: claude-haiku-4-5 }, { provider: b, model: some-model }] }
      """;

  MinimumPromptTest() {
    super(CONFIG);
  }

  @ParameterizedTest
  @CsvSource({"undocumented, 256", "sonnet, 1024", "opus, 4096", "configured, 40"})
  void aFingerprintSessionIsPinnedFromTheModelsMinimumOn(String model, int minimum) {
    String big = prompt(model, minimum);
    assertThat(plain(big).outcome()).isEqualTo("no_pin");
    assertThat(plain(big).outcome()).isEqualTo("confirmed");
    String small = prompt(model, minimum - 60 < 0 ? 10 : minimum - 60);
    for (int i = 0; i < 2; i++) {
      Answer answer = plain(small);
      assertThat(Turns.affinity(answer)).isEqualTo("skipped_below_min_prefix - -");
      assertThat(answer.routing().path("clientSessionIdSource").asText()).isEqualTo("fingerprint");
    }
  }

  @Test
  void anAgentsSessionIsHeldToTheMinimumToo() {
    String small = Turns.body(Turns.CHAT, "undocumented", "agent");
    for (int i = 0; i < 2; i++) {
      Answer answer = wire.post(Turns.CHAT, small, "session_id", "agent-1");
      assertThat(answer.outcome()).isEqualTo("skipped_below_min_prefix");
      assertThat(answer.routing().path("clientSessionId").asText()).isEqualTo("agent-1");
    }
    String big = prompt("undocumented", 300);
    assertThat(wire.post(Turns.CHAT, big, "session_id", "agent-1").outcome()).isEqualTo("no_pin");
    assertThat(wire.post(Turns.CHAT, big, "session_id", "agent-1").outcome())
        .isEqualTo("confirmed");
  }

  @Test
  void anExplicitSessionAndAPromptCacheKeyPinAtAnySize() {
    turns.chat("explicit small", "sonnet");
    assertThat(turns.chat("explicit small", "sonnet").outcome()).isEqualTo("confirmed");
    String keyed =
        Turns.with(Turns.body(Turns.CHAT, "sonnet", "k"), "\"prompt_cache_key\":\"small\"");
    assertThat(plain(keyed).outcome()).isEqualTo("no_pin");
    assertThat(plain(keyed).outcome()).isEqualTo("confirmed");
  }

  @Test
  void aModelThatCannotCachePinsExplicitSessionsOnly() {
    String big = prompt("cacheless", 2000);
    for (int i = 0; i < 2; i++) {
      assertThat(Turns.affinity(plain(big))).isEqualTo("not_cache_capable - -");
      assertThat(wire.post(Turns.CHAT, big, "session_id", "agent-2").outcome())
          .isEqualTo("not_cache_capable");
    }
    turns.chat("explicit cacheless", "cacheless");
    assertThat(turns.chat("explicit cacheless", "cacheless").outcome()).isEqualTo("confirmed");
  }

  @Test
  void readingTakesTheSmallestMinimumOfThePlanAndWritingThatOfTheTargetThatServed() {
    String prompt = prompt("mixed", 1000);
    for (int i = 0; i < 2; i++) {
      Answer unwritten = plain(prompt);
      assertThat(unwritten.provider()).isEqualTo("a");
      assertThat(unwritten.outcome()).isEqualTo("no_pin");
    }
    turns.fail(0, "a1", Fault.status(500));
    assertThat(plain(prompt).provider()).isEqualTo("b");
    assertThat(Turns.affinity(plain(prompt))).isEqualTo("promoted b a");
  }

  @Test
  void bytesOfSystemToolsAndMessagesAreCountedNotCharactersOfTheWholeBody() {
    String umlauts = "ä".repeat(4 * 256 / 2);
    assertThat(plain(Turns.body(Turns.CHAT, "undocumented", umlauts)).outcome())
        .isEqualTo("no_pin");
    String elsewhere =
        Turns.with(
            Turns.body(Turns.CHAT, "undocumented", "tiny"),
            "\"metadata\":{\"note\":\"" + "x".repeat(5000) + "\"}");
    assertThat(plain(elsewhere).outcome()).isEqualTo("skipped_below_min_prefix");
    String inTools =
        Turns.with(
            Turns.body(Turns.CHAT, "undocumented", "tools"),
            "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"description\":\""
                + "x".repeat(1100)
                + "\"}}]");
    assertThat(plain(inTools).outcome()).isEqualTo("no_pin");
    String inSystem =
        Turns.with(
            Turns.body(Turns.MESSAGES, "undocumented", "system"),
            "\"system\":\"" + "x".repeat(1100) + "\"");
    assertThat(wire.post(Turns.MESSAGES, inSystem).outcome()).isEqualTo("no_pin");
  }

  private Answer plain(String body) {
    return wire.post(Turns.CHAT, body);
  }

  /** A prompt of about so many tokens, and not fewer, as the rule estimates them. */
  private static String prompt(String model, int tokens) {
    return Turns.body(Turns.CHAT, model, "w".repeat(4 * tokens));
  }
}
