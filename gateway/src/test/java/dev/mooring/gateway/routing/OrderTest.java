package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mooring.gateway.api.GatewayOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrderTest {
  private static final String PROVIDERS =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: a1, apiKey: x, weight: 3 }, { id: a2, apiKey: y, weight: 1 }, { id: a3, apiKey: z, weight: 0 }] }
        - { id: b, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: b1, apiKey: x }] }
        - { id: c, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: c1, apiKey: x }] }
      models:
        - { id: weighted, targets: [{ provider: a, model: m, weight: 3 }, { provider: b, model: m }, { provider: c, model: m, weight: 0 }] }
        - { id: written, targets: [{ provider: c, model: m }, { provider: a, model: m }, { provider: b, model: m }] }
      """;
  private static final int SESSIONS = 4_000;

  private final Plans plans = Plans.of(PROVIDERS);

  @Test
  void targetsAreDrawnByWeightAMissingOneCountsOneAndZeroIsNeverDrawn() {
    Map<String, Long> first = firsts("weighted", true);
    assertThat(first).doesNotContainKey("c");
    assertThat(first.getOrDefault("a", 0L) / (double) SESSIONS).isCloseTo(0.75, within(0.03));
  }

  @Test
  void aSessionDrawsTheSameEveryTimeAndARequestWithoutOneAtRandom() {
    for (int i = 0; i < 50; i++) {
      var session = Plans.session("s" + i);
      assertThat(plans.plan("weighted", GatewayOptions.NONE, session))
          .isEqualTo(plans.plan("weighted", GatewayOptions.NONE, session));
    }
    Map<String, Long> first = firsts("weighted", false);
    assertThat(first.getOrDefault("a", 0L) / (double) SESSIONS).isCloseTo(0.75, within(0.03));
  }

  @Test
  void credentialsAreDrawnByWeightOnTheirOwn() {
    int a1 = 0;
    for (int i = 0; i < SESSIONS; i++) {
      List<String> plan = plans.plan("a/written", GatewayOptions.NONE, Plans.session("s" + i));
      assertThat(plan).last().isEqualTo("a/a3");
      a1 += plan.get(0).equals("a/a1") ? 1 : 0;
    }
    assertThat(a1 / (double) SESSIONS).isCloseTo(0.75, within(0.03));
  }

  @Test
  void aRequestsOrderOutranksWeightsAndTheOrderWritten() {
    GatewayOptions options = ordered("b", "c");
    for (int i = 0; i < 20; i++) {
      assertThat(plans.plan("weighted", options, Plans.session("s" + i)))
          .startsWith("b/b1", "c/c1");
      assertThat(plans.plan("written", options, Plans.session("s" + i))).startsWith("b/b1", "c/c1");
    }
  }

  @Test
  void aKeysWeightsOutrankTheTargetsAndMakeAnUnweightedModelWeighted() {
    Plans keyed =
        Plans.of(
                "teams: [{ id: t, keys: [{ id: k, secret: sk-order, weights: { b: 1, a: 0, c: 0 } }] }]\n"
                    + PROVIDERS)
            .byFirstKey();
    for (int i = 0; i < 20; i++) {
      assertThat(keyed.plan("weighted", GatewayOptions.NONE, Plans.session("s" + i)))
          .startsWith("b/b1");
      assertThat(keyed.plan("written", GatewayOptions.NONE, Plans.session("s" + i)))
          .startsWith("b/b1");
    }
  }

  @Test
  void oneConversationUnderASharedLabelStaysOnOneCredentialAndOthersSpread() {
    Set<String> firsts = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      var session = Plans.cacheKey("label", "conversation " + i);
      List<String> plan = plans.plan("a/written", GatewayOptions.NONE, session);
      assertThat(plans.plan("a/written", GatewayOptions.NONE, session)).isEqualTo(plan);
      firsts.add(plan.get(0));
    }
    assertThat(firsts).containsExactlyInAnyOrder("a/a1", "a/a2");
  }

  @Test
  void aLoadedCredentialIsPassedOverAndTheBoundFollowsItsWeight() {
    var session = Plans.cacheKey("label", "conversation");
    int[] load = new int[3];
    for (int i = 0; i < 100; i++) {
      String first = plans.plan("a/written", GatewayOptions.NONE, session).get(0).substring(2);
      load[first.charAt(1) - '1']++;
      plans.inFlight.enter("a", first);
    }
    assertThat(load[0]).isBetween(65, 94);
    assertThat(load[1]).isBetween(6, 35);
    assertThat(load[2]).isZero();
  }

  @Test
  void loadNeverMovesASessionThatPinsItsCredential() {
    var session = Plans.session("s");
    List<String> plan = plans.plan("a/written", GatewayOptions.NONE, session);
    for (int i = 0; i < 100; i++) {
      plans.inFlight.enter("a", plan.get(0).substring(2));
    }
    assertThat(plans.plan("a/written", GatewayOptions.NONE, session)).isEqualTo(plan);
  }

  private Map<String, Long> firsts(String model, boolean bySession) {
    Map<String, Long> first = new java.util.HashMap<>();
    for (int i = 0; i < SESSIONS; i++) {
      var session = bySession ? Plans.session("s" + i) : null;
      String provider = plans.plan(model, GatewayOptions.NONE, session).get(0).substring(0, 1);
      first.merge(provider, 1L, Long::sum);
    }
    return first;
  }

  private static GatewayOptions ordered(String... providers) {
    return new GatewayOptions(
        null,
        true,
        List.of(providers),
        null,
        null,
        List.of(),
        false,
        false,
        Set.of(),
        Map.of(),
        Map.of(),
        false,
        null,
        null,
        List.of());
  }
}
