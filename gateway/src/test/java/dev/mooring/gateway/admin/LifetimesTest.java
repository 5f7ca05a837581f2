package dev.mooring.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.CacheRules;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What answers teach of caches, as operators see it. */
class LifetimesTest {
  private static final int MIN_TOKENS = 64;
  private static final double STEP = Math.pow(2, 1.0 / 8);

  @ParameterizedTest(name = "{0}, {1} known: {3} of {2}")
  @CsvSource({
    "anthropic, '', 300, right",
    "anthropic, 'cacheLifetime: 20m,', 300, too_long",
    "anthropic, 'cacheLifetime: 2m,', 300, too_short",
    "openai-compatible, '', 600, too_short",
    "openai-compatible, 'cacheLifetime: 10m,', 600, right"
  })
  void theLearnedLifetimeIsWithinAStepOfTheTrueOneAndAWrongOneIsTold(
      String type, String known, int truth, String verdict) {
    try (Wire wire = wire(type, known, "{}")) {
      converses(wire, "talk", 160, new Random(7));
      JsonNode cache = cache(wire);
      assertThat(cache.path("estimateSeconds").asDouble() / truth).isBetween(1 / STEP, STEP);
      assertThat(cache.path("estimateIsLeast").asBoolean()).isFalse();
      assertThat(cache.path("longestReadSeconds").asDouble()).isLessThan(truth);
      JsonNode suggestion = cache.path("suggestion");
      if (verdict.equals("right")) {
        assertThat(suggestion.isMissingNode()).as(cache.toString()).isTrue();
      } else {
        assertThat(suggestion.path("known").asText()).isEqualTo(verdict);
        assertThat(suggestion.path("lifetimeSeconds").asDouble() / truth).isBetween(1 / STEP, STEP);
      }
      assertThat(cache.path("inForceSeconds")).isEqualTo(cache.path("knownSeconds"));
      assertThat(wire.manage("/metrics").text())
          .contains("mooring_cache_learned_lifetime_seconds{model=\"up-m\",provider=\"p\"} ");
    }
  }

  @Test
  void pinsGoByWhatWasLearnedWhereThatIsWantedAndNobodySaysHowLong() {
    try (Wire wire = wire("openai-compatible", "", "{ learnLifetimes: true }")) {
      converses(wire, "talk", 160, new Random(7));
      assertThat(cache(wire).path("inForceSeconds").asDouble() / 600).isBetween(1 / STEP, STEP);
      say(wire, "other", 0, 1);
      wire.clock().advance(Duration.ofMinutes(8));
      assertThat(say(wire, "other", 0, 2).outcome()).isEqualTo("confirmed");
    }
  }

  @Test
  void pinsGoByWhatTheOperatorSaysWhateverWasLearned() {
    try (Wire wire = wire("openai-compatible", "cacheLifetime: 5m,", "{ learnLifetimes: true }")) {
      converses(wire, "talk", 160, new Random(7));
      assertThat(cache(wire).path("suggestion").path("known").asText()).isEqualTo("too_short");
      assertThat(cache(wire).path("inForceSeconds").asInt()).isEqualTo(300);
      say(wire, "other", 0, 1);
      wire.clock().advance(Duration.ofMinutes(8));
      assertThat(say(wire, "other", 0, 2).outcome()).isEqualTo("pin_expired");
    }
  }

  @Test
  void aSessionShowsWhyItsTurnsMissedTheirCaches() {
    try (Wire wire = wire("anthropic", "", "{}")) {
      say(wire, "s", 0, 1);
      say(wire, "s", 0, 2);
      assertThat(session(wire, "s").path("misses")).isEmpty();

      wire.clock().advance(Duration.ofSeconds(301));
      say(wire, "s", 0, 3);
      awaitMiss(wire, "expired");

      String held = wire.received(0).get(2).credential();
      wire.simulator(0).credential(held).fault(Fault.status(401));
      say(wire, "s", 0, 4);
      awaitMiss(wire, "moved");

      say(wire, "s", 1, 3);
      awaitMiss(wire, "prefix_changed");

      String now = held.equals("a") ? "b" : "a";
      wire.simulator(0).credential(held).clearFaults();
      wire.simulator(0).credential(now).fault(Fault.status(401));
      say(wire, "s", 1, 4);
      awaitMiss(wire, "moved");

      JsonNode row = session(wire, "s");
      assertThat(row.path("misses").toString())
          .isEqualTo("{\"expired\":1,\"moved\":2,\"prefix_changed\":1}");
      assertThat(row.path("lastMiss").path("time").asText()).isNotEmpty();
      assertThat(wire.manage("/metrics").text())
          .contains("mooring_cache_misses_total{model=\"m\",provider=\"p\",reason=\"moved\"} 2.0");
    }
  }

  @Test
  void aPromptBelowTheMinimumIsNamedAsTheReason() {
    try (Wire wire = wire("anthropic", "", "{}")) {
      for (int turn = 1; turn <= 2; turn++) {
        wire.post(
            "/v1/messages",
            "{\"model\":\"m\",\"max_tokens\":9,\"cache_control\":{\"type\":\"ephemeral\"},"
                + "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}",
            "x-session-id",
            "s");
      }
      awaitMiss(wire, "below_minimum");
    }
  }

  private static void awaitMiss(Wire wire, String reason) {
    await().until(() -> session(wire, "s").path("lastMiss").path("reason").asText().equals(reason));
  }

  /** A conversation whose turns follow each other after 20 seconds to 40 minutes. */
  private static void converses(Wire wire, String session, int turns, Random random) {
    for (int turn = 1; turn <= turns; turn++) {
      assertThat(say(wire, session, turn / 10, 1 + turn % 10).status()).isEqualTo(200);
      wire.clock().advance(Duration.ofSeconds((long) (20 * Math.exp(4.8 * random.nextDouble()))));
    }
  }

  /** One turn: a prompt of so many messages, the last of them marked. */
  private static Answer say(Wire wire, String session, int opening, int length) {
    List<String> messages = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      String marker = i == length - 1 ? ",\"cache_control\":{\"type\":\"ephemeral\"}" : "";
      messages.add(
          "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\""
              + ("word" + opening + "of" + i + " ").repeat(60)
              + "\""
              + marker
              + "}]}");
    }
    return wire.post(
        claude(wire) ? "/v1/messages" : "/v1/chat/completions",
        "{\"model\":\"m\",\"max_tokens\":9,\"messages\":[" + String.join(",", messages) + "]}",
        "x-session-id",
        session);
  }

  private static boolean claude(Wire wire) {
    return Objects.requireNonNull(wire.gateway().config().providers().get("p"))
        .type()
        .anthropicLike();
  }

  private static JsonNode cache(Wire wire) {
    JsonNode caches = wire.manage("/admin/v1/lifetimes").json().path("lifetimes");
    assertThat(caches).hasSize(1);
    return caches.path(0);
  }

  private static JsonNode session(Wire wire, String id) {
    return wire.manage("/admin/v1/sessions?query=" + id).json().path("sessions").path(0);
  }

  private static Wire wire(String type, String known, String affinity) {
    String yaml =
        """
        affinity: %s
        providers:
          - { id: p, type: %s, %s baseUrl: "@0",
              credentials: [{ id: a, apiKey: key-of-a }, { id: b, apiKey: key-of-b }] }
        models:
          - { id: m, caching: { supported: true, minTokens: %d },
              targets: [{ provider: p, model: up-m }] }
        """
            .formatted(affinity, type, known, MIN_TOKENS);
    return Wire.of(
        yaml,
        SimulatorConfig.of(SimulatedKey.of("a", "key-of-a"), SimulatedKey.of("b", "key-of-b"))
            .withCache(CacheRules.DOCUMENTED.withMinTokens(MIN_TOKENS)));
  }
}
