package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.api.GatewayOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a rule does to a plan. */
class RuleStageTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          keys:
            - { id: web, secret: sk-rules, allow: { providers: [a, b], credentials: ["*1"] } }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: a1, apiKey: x }, { id: a2, apiKey: y }, { id: a3, apiKey: z }] }
        - { id: b, type: openai-compatible, baseUrl: "http://127.0.0.1:1", zeroDataRetention: true, credentials: [{ id: b1, apiKey: x }] }
        - { id: c, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: c1, apiKey: x }] }
        - { id: d, type: anthropic-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: d1, apiKey: x }] }
      models:
        - { id: m, aliases: [em], targets: [{ provider: a, model: own }] }
        - { id: n, targets: [{ provider: c, model: own }] }
      routing:
        rules:
          - { name: pinned, when: 'headers.to == "pinned"', targets: [{ provider: a, model: up, credential: a2 }], fallbacks: [{ provider: b, model: up }, { provider: a, model: up }] }
          - { name: halves, when: 'headers.to == "halves"', targets: [{ provider: a, model: up, weight: 50, credential: a1 }, { provider: b, model: up, weight: 50 }] }
          - { name: keys, when: 'headers.to == "keys"', targets: [{ provider: a, model: up, weight: 1, credential: a1 }, { provider: a, model: up, weight: 1, credential: a2 }] }
          - { name: spread, when: 'headers.to == "spread"', targets: [{ provider: a, model: up, weight: 1 }], fallbacks: [{ provider: d, model: up }, { provider: c, model: up }, { provider: b, model: up }] }
          - { name: claude, when: 'headers.to == "claude"', targets: [{ provider: d, model: up }] }
          - { name: forbidden, when: 'headers.to == "forbidden"', targets: [{ provider: a, model: up, credential: a2 }, { provider: b, model: up }] }
          - { name: elsewhere, when: 'headers.to == "elsewhere"', targets: [{ provider: b, model: up }, { provider: c, model: up }] }
          - { name: broken, when: 'int(headers.to) == 1', targets: [{ provider: d, model: up }] }
          - { name: large, when: 'promptTokens > 1000 && model == "m"', targets: [{ provider: c, model: large }] }
          - { name: alias, when: 'requestedModel == "em" && api == "chat"', targets: [{ provider: b, model: up }] }
      """;

  private final Plans plans = Plans.of(CONFIG);

  @Test
  void withoutAMatchTheModelsOwnTargetsServe() {
    assertThat(plan("m", "s")).containsExactlyInAnyOrder("a/a1", "a/a2", "a/a3");
    assertThat(plans.trail.lines())
        .anySatisfy(line -> assertThat(line.text()).isEqualTo("no rule matches"));
    assertThat(plans.plans("m", GatewayOptions.NONE, null).get(0).rule()).isNull();
  }

  @Test
  void aRulesTargetsTakeThePlaceOfTheModelsAndTheModelStays() {
    ModelPlan plan = plans.withPrompt(1001).plans("m", GatewayOptions.NONE, null).get(0);
    assertThat(plan.model().id()).isEqualTo("m");
    assertThat(plan.rule()).isEqualTo("large");
    assertThat(plan.candidates())
        .singleElement()
        .satisfies(only -> assertThat(only.upstreamModel()).isEqualTo("large"));
    assertThat(plans.trail.told("m")).contains("Routing rule 'large' applied.");
    assertThat(plans.withPrompt(1000).plan("m", GatewayOptions.NONE, null)).doesNotContain("c/c1");
  }

  @Test
  void aRuleIsAskedForEachModelOfARequest() {
    GatewayOptions options = options(null, List.of(), List.of("n"), Map.of(), false);
    List<ModelPlan> planned = plans.withPrompt(2000).plans("m", options, null);
    assertThat(planned).extracting(ModelPlan::rule).containsExactly("large", null);
  }

  @Test
  void theModelIsSeenByItsIdAndByWhatTheCallerWrote() {
    assertThat(plan("em", "s")).containsExactly("b/b1");
    assertThat(plan("m", "s")).doesNotContain("b/b1");
  }

  @Test
  void aTargetWithACredentialPlansThatOneAloneAndFallbacksFollowAsWritten() {
    plans.withHeader("to", "pinned");
    assertThat(plan("m", "s")).startsWith("a/a2", "b/b1");
    assertThat(plan("m", "s")).containsExactlyInAnyOrder("a/a2", "b/b1", "a/a1", "a/a3");
  }

  @Test
  void fallbacksAreNeverDrawn() {
    plans.withHeader("to", "spread");
    for (int i = 0; i < 50; i++) {
      assertThat(plan("m", "s" + i).subList(3, 6)).containsExactly("d/d1", "c/c1", "b/b1");
    }
  }

  @Test
  void weightedTargetsOfOneProviderAreDrawnOneByOne() {
    plans.withHeader("to", "keys");
    int first = 0;
    for (int i = 0; i < 200; i++) {
      List<String> plan = plan("m", "s" + i);
      assertThat(plan).containsExactlyInAnyOrder("a/a1", "a/a2");
      first += plan.get(0).equals("a/a1") ? 1 : 0;
    }
    assertThat(first).isBetween(70, 130);
  }

  @Test
  void whatTheKeyMayNotUseStaysOutOfARulesTargets() {
    plans.byFirstKey().withHeader("to", "halves");
    assertThat(plan("m", "s")).containsExactlyInAnyOrder("a/a1", "b/b1");
    plans.withHeader("to", "pinned");
    assertThat(plan("m", "s")).containsExactly("b/b1", "a/a1");
    plans.withHeader("to", "claude");
    assertThatThrownBy(() -> plan("m", "s"))
        .isInstanceOfSatisfying(
            UnplannableException.class, e -> assertThat(e.error().status()).isEqualTo(403));
  }

  @Test
  void theRequestsOwnFiltersApplyToARulesTargets() {
    plans.withHeader("to", "halves");
    assertThat(plan("m", options(List.of("b"), List.of(), List.of(), Map.of(), false)))
        .containsExactly("b/b1");
    assertThat(plan("m", options(null, List.of(), List.of(), Map.of(), true)))
        .containsExactly("b/b1");
    for (String provider : List.of("a", "b")) {
      assertThat(plan("m", options(null, List.of(provider), List.of(), Map.of(), false)).get(0))
          .startsWith(provider);
    }
    assertThatThrownBy(
            () -> plan("m", options(List.of("c"), List.of(), List.of(), Map.of(), false)))
        .isInstanceOfSatisfying(
            UnplannableException.class,
            e -> {
              assertThat(e.error().status()).isEqualTo(400);
              assertThat(e.error().message()).contains("a, b");
            });
  }

  @Test
  void aProviderThatTheRequestNamesIsLookedForAmongTheRulesTargets() {
    plans.withHeader("to", "halves");
    assertThat(plan("a/m", "s")).containsExactly("a/a1");
    plans.withHeader("to", "claude");
    assertThatThrownBy(() -> plan("a/m", "s"))
        .isInstanceOfSatisfying(
            UnplannableException.class,
            e -> {
              assertThat(e.error().status()).isEqualTo(400);
              assertThat(e.error().message()).contains("Available providers are: d");
            });
  }

  @Test
  void aProviderThatIsNamedInVainTellsOnlyOfThoseThatTheKeyMayUse() {
    plans.byFirstKey().withHeader("to", "elsewhere");
    assertThatThrownBy(() -> plan("a/m", "s"))
        .isInstanceOfSatisfying(
            UnplannableException.class,
            e -> {
              assertThat(e.error().status()).isEqualTo(400);
              assertThat(e.error().message()).endsWith("Available providers are: b.");
            });
    assertThatThrownBy(() -> plan("c/n", "s"))
        .isInstanceOfSatisfying(
            UnplannableException.class,
            e -> {
              assertThat(e.error().status()).isEqualTo(403);
              assertThat(e.error().message()).isEqualTo("This key may not use provider 'c'.");
            });
  }

  @Test
  void aTargetOfWhichTheKeyMayUseNoCredentialIsToldToNobody() {
    plans.byFirstKey().withHeader("to", "forbidden");
    assertThatThrownBy(
            () -> plan("m", options(List.of("c"), List.of(), List.of(), Map.of(), false)))
        .hasMessage("No allowed providers available. Available providers are: b.");
    assertThat(plan("m", "s")).containsExactly("b/b1");
    assertThatThrownBy(
            () -> plan("m", options(List.of("a"), List.of(), List.of(), Map.of(), false)))
        .isInstanceOfSatisfying(
            UnplannableException.class, e -> assertThat(e.error().status()).isEqualTo(400));
    assertThat(plan("m", options(null, List.of(), List.of(), Map.of("a", List.of("mine")), false)))
        .containsExactly("byok a", "b/b1");
  }

  @Test
  void theCallersOwnCredentialComesBeforeTheOneThatTheRuleNames() {
    plans.withHeader("to", "keys");
    assertThat(plan("m", options(null, List.of(), List.of(), Map.of("a", List.of("mine")), false)))
        .startsWith("byok a")
        .hasSize(3);
  }

  @Test
  void aRuleThatFailsIsCountedAndDoesNotMatch() {
    plans.withHeader("to", "nowhere");
    assertThat(plan("n", "s")).containsExactly("c/c1");
    assertThat(plans.failedRules).containsExactly("broken");
  }

  @Test
  void aModelThatIsNotConfiguredIsUnknownWhateverRulesSay() {
    plans.withHeader("to", "claude");
    assertThatThrownBy(() -> plan("nobody", "s"))
        .isInstanceOfSatisfying(
            UnplannableException.class, e -> assertThat(e.error().status()).isEqualTo(404));
  }

  private List<String> plan(String model, String session) {
    return plans.plan(model, GatewayOptions.NONE, Plans.session(session));
  }

  private List<String> plan(String model, GatewayOptions options) {
    return plans.plan(model, options, Plans.session("s"));
  }

  private static GatewayOptions options(
      @Nullable List<String> only,
      List<String> order,
      List<String> models,
      Map<String, List<String>> byok,
      boolean zdr) {
    return new GatewayOptions(
        null, true, order, only, null, models, zdr, false, Set.of(), byok, Map.of(), false, null,
        null, List.of());
  }
}
