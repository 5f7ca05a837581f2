package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Eligibility;
import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promoter;
import dev.mooring.affinity.Promotion;
import dev.mooring.gateway.api.GatewayOptions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is degraded keeps its sessions, pinned or not; only a request's sort puts it last. */
class DegradedOrderTest {
  private final Plans plans =
      Plans.of(
          """
          providers:
            - id: a
              type: openai-compatible
              baseUrl: http://127.0.0.1:1
              credentials: [{ id: a1, apiKey: k1, weight: 100 }, { id: a2, apiKey: k2, weight: 1 }]
            - id: b
              type: openai-compatible
              baseUrl: http://127.0.0.1:2
              credentials: [{ id: b1, apiKey: k3 }]
          models:
            - { id: written, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
            - id: weighted
              targets: [{ provider: a, model: u, weight: 1000 }, { provider: b, model: u, weight: 1 }]
          """);

  @Test
  void aDegradedCredentialAndTargetAreDrawnAsEver() {
    List<String> before = plan("weighted", "s");
    degraded("a1", "a2");
    assertThat(plan("weighted", "s")).isEqualTo(before).startsWith("a/a1");
    assertThat(plan("weighted", null).get(0)).startsWith("a/");
  }

  @Test
  void anOrderThatWasWrittenIsKept() {
    degraded("a1", "a2");
    assertThat(plan("written", "s")).containsExactly("a/a1", "a/a2", "b/b1");
  }

  @Test
  void aSortPutsATargetLastAllOfWhoseCredentialsAreDegraded() {
    GatewayOptions sort = Plans.options("'sort':'ttft'");
    degraded("a1");
    assertThat(plans.plan("written", sort, Plans.session("s"))).startsWith("a/a1");
    degraded("a1", "a2");
    assertThat(plans.plan("written", sort, Plans.session("s"))).startsWith("b/b1").hasSize(3);
  }

  @Test
  void theTrailNamesIt() {
    degraded("a2");
    plan("written", "s");
    assertThat(plans.trail.lines())
        .extracting(RoutingTrail.Line::text)
        .contains("not healthy: [a/a2/u (degraded)]");
  }

  @Test
  void aPinOnADegradedCredentialIsFollowed() {
    degraded("a1", "a2");
    ModelPlan plan = plans.plans("weighted", GatewayOptions.NONE, Plans.session("s")).get(0);
    Promotion<PlanCandidate> promotion =
        Promoter.promote(
            plan.candidates(),
            new PinState.Pinned(new Pin("a", "u", "a2", 7)),
            Eligibility.ON,
            pin -> null);
    assertThat(promotion.outcome()).isEqualTo(Outcome.PROMOTED);
    assertThat(promotion.plan().get(0).credential()).isEqualTo("a2");
    assertThat(promotion.plan().get(0).condition()).isEqualTo(Condition.DEGRADED);
  }

  private List<String> plan(String model, @Nullable String session) {
    return plans.plan(model, GatewayOptions.NONE, session == null ? null : Plans.session(session));
  }

  private void degraded(String... credentials) {
    plans.health.hearDegraded(
        Set.of(credentials).stream()
            .map(credential -> new Health.Subject("a", credential, "u"))
            .collect(Collectors.toSet()));
  }
}
