package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.GatewayOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          keys:
            - { id: k, secret: sk-planner, allow: { models: ["m*", "z"], providers: [a, b], credentials: ["*1"] } }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: a1, apiKey: x }, { id: a2, apiKey: y }] }
        - { id: b, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: b1, apiKey: x }] }
        - { id: c, type: openai-compatible, baseUrl: "http://127.0.0.1:1", zeroDataRetention: true, credentials: [{ id: c1, apiKey: x }] }
        - { id: d, type: anthropic-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: d1, apiKey: x }] }
      models:
        - { id: m, aliases: [em], targets: [{ provider: b, model: mb }, { provider: c, model: mc }] }
        - { id: mm, targets: [{ provider: c, model: mc }] }
        - { id: v/two, targets: [{ provider: a, model: up-a }, { provider: b, model: up-b }] }
        - { id: z, targets: [{ provider: d, model: md }] }
        - { id: one, targets: [{ provider: a, model: m, credential: a2 }, { provider: b, model: m }] }
      """;

  private final Plans plans = Plans.of(CONFIG);

  @Test
  void withoutWeightsTheOrderWrittenIsTheOrderPlanned() {
    assertThat(plans.plan("m", GatewayOptions.NONE, Plans.session("s")))
        .containsExactly("b/b1", "c/c1");
  }

  @Test
  void anAliasAndAProvidersNameFindTheSameModel() {
    assertThat(plans.plan("em", GatewayOptions.NONE, null)).containsExactly("b/b1", "c/c1");
    assertThat(plans.plan("c/m", GatewayOptions.NONE, null)).containsExactly("c/c1");
    assertThat(plans.plan("c/mc", GatewayOptions.NONE, null)).containsExactly("c/c1");
    assertThat(plans.plan("b/em", GatewayOptions.NONE, null)).containsExactly("b/b1");
    assertThat(plans.plan("b/two", GatewayOptions.NONE, null)).containsExactly("b/b1");
  }

  @Test
  void anUnknownModelIsA404AndAnUnknownFallbackNamesItsPlace() {
    assertRefused(
        "nobody",
        GatewayOptions.NONE,
        error -> {
          assertThat(error.status()).isEqualTo(404);
          assertThat(error.message()).contains("nobody");
        });
    assertRefused(
        "m",
        options(null, List.of("mm", "nobody"), Map.of(), false),
        error -> {
          assertThat(error.status()).isEqualTo(404);
          assertThat(error.field()).isEqualTo("providerOptions.gateway.models[1]");
        });
  }

  @Test
  void fallbackModelsFollowInOrderAndEachOnce() {
    List<ModelPlan> planned =
        plans.plans("m", options(null, List.of("v/two", "em", "mm"), Map.of(), false), null);
    assertThat(planned).extracting(plan -> plan.model().id()).containsExactly("m", "v/two", "mm");
  }

  @Test
  void aFallbackThatNobodyMayServeIsLeftOut() {
    List<ModelPlan> planned =
        plans.plans("m", options(List.of("b"), List.of("mm", "v/two"), Map.of(), false), null);
    assertThat(planned).extracting(plan -> plan.model().id()).containsExactly("m", "v/two");
  }

  @Test
  void aFilterThatLeavesNothingSaysWhatWouldBeAllowed() {
    assertRefused(
        "m",
        options(List.of("a"), List.of(), Map.of(), false),
        error -> {
          assertThat(error.status()).isEqualTo(400);
          assertThat(error.field()).isEqualTo("providerOptions.gateway.only");
          assertThat(error.message()).contains("b, c");
        });
    assertRefused(
        "v/two",
        options(null, List.of(), Map.of(), true),
        error -> {
          assertThat(error.status()).isEqualTo(400);
          assertThat(error.field()).isEqualTo("providerOptions.gateway.zeroDataRetention");
        });
  }

  @Test
  void whoDoesNotSpeakTheApiGetsATranslationButNothingOfASideRoute() {
    assertThat(plans.plan("z", GatewayOptions.NONE, null)).containsExactly("d/d1");
    plans.untranslated();
    assertRefused(
        "z",
        GatewayOptions.NONE,
        error -> {
          assertThat(error.status()).isEqualTo(400);
          assertThat(error.message()).contains("/v1/messages");
        });
  }

  @Test
  void zeroDataRetentionKeepsTheProvidersThatPromiseIt() {
    assertThat(plans.plan("m", options(null, List.of(), Map.of(), true), null))
        .containsExactly("c/c1");
  }

  @Test
  void aKeyPlansOnlyWhatItMayUse() {
    plans.byFirstKey();
    assertThat(plans.plan("m", GatewayOptions.NONE, null)).containsExactly("b/b1");
    assertRefused(
        "v/two",
        GatewayOptions.NONE,
        error -> {
          assertThat(error.status()).isEqualTo(403);
          assertThat(error.message()).doesNotContain("m*");
        });
    assertRefused("mm", GatewayOptions.NONE, error -> assertThat(error.status()).isEqualTo(403));
  }

  @Test
  void theCallersOwnCredentialsComeFirstInTheOrderWritten() {
    Map<String, List<String>> own = Map.of("c", List.of("one", "two"), "b", List.of("three"));
    assertThat(plans.plan("m", options(null, List.of(), own, false), Plans.session("s")))
        .containsExactly("byok b", "byok c", "byok c", "b/b1", "c/c1");
    List<PlanCandidate> candidates =
        plans.plans("m", options(null, List.of(), own, false), null).get(0).candidates();
    assertThat(candidates.get(1).account().apiKey()).isEqualTo("one");
    assertThat(candidates.get(1).credential()).doesNotContain("one");
  }

  @Test
  void aTargetsCredentialIsTheOnlyOneOfItsProviderThatIsPlanned() {
    assertThat(plans.plan("one", GatewayOptions.NONE, Plans.session("s")))
        .containsExactly("a/a2", "b/b1");
  }

  @Test
  void everyStageThatHasSomethingToSayLeavesALineInTheTrail() {
    plans.byFirstKey();
    plans.plan("m", options(List.of("b"), List.of(), Map.of("b", List.of("own")), false), null);
    assertThat(plans.trail.lines())
        .extracting(RoutingTrail.Line::stage)
        .containsExactly("model", "key", "only", "api", "health", "order", "credentials", "byok");
    assertThat(plans.trail.lines()).allMatch(line -> line.model().equals("m"));
    assertThat(plans.trail.lines().toString()).contains("b/b1/mb").doesNotContain("own,");
    assertThat(plans.trail.told("m")).isEqualTo("Provider set restricted to: b.");
  }

  @Test
  void aModelThatNobodyMayServeSaysSoInTheTrail() {
    plans.plans("m", options(List.of("b"), List.of("mm"), Map.of(), false), null);
    assertThat(plans.trail.lines())
        .anyMatch(
            line ->
                line.model().equals("mm")
                    && line.stage().equals("refused")
                    && line.text().contains("Available providers are: c"));
  }

  @Test
  void whatIsDownStaysInThePlanAndIsMarked() {
    plans.down("b", "b1", "mb");
    List<PlanCandidate> candidates =
        plans.plans("m", GatewayOptions.NONE, null).get(0).candidates();
    assertThat(candidates).extracting(PlanCandidate::down).containsExactly(true, false);
  }

  private void assertRefused(String model, GatewayOptions options, Consumer<ApiError> check) {
    assertThatThrownBy(() -> plans.plans(model, options, null))
        .isInstanceOfSatisfying(UnplannableException.class, e -> check.accept(e.error()));
  }

  private static GatewayOptions options(
      @Nullable List<String> only,
      List<String> models,
      Map<String, List<String>> byok,
      boolean zdr) {
    return new GatewayOptions(
        null, true, List.of(), only, null, models, zdr, false, Set.of(), byok, Map.of(), false,
        null, null, List.of());
  }
}
