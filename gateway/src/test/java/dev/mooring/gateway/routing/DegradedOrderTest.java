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

/** What is degraded keeps its sessions, and is not chosen where there are better. */
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
  void aDegradedCredentialIsDrawnAfterThoseThatAreWell() {
    degraded("a1");
    for (int i = 0; i < 20; i++) {
      assertThat(plan("written", "s" + i)).containsExactly("a/a2", "a/a1", "b/b1");
    }
  }

  @Test
  void withoutASessionToo() {
    degraded("a1");
    assertThat(plan("written", null)).containsExactly("a/a2", "a/a1", "b/b1");
  }

  @Test
  void aTargetAllOfWhoseCredentialsAreDegradedIsDrawnLast() {
    degraded("a1");
    assertThat(plan("weighted", "s")).startsWith("a/a2");
    degraded("a1", "a2");
    for (int i = 0; i < 20; i++) {
      assertThat(plan("weighted", "s" + i)).startsWith("b/b1").hasSize(3);
    }
  }

  @Test
  void anOrderThatWasWrittenIsKept() {
    degraded("a1", "a2");
    assertThat(plan("written", "s").subList(0, 2)).containsExactlyInAnyOrder("a/a1", "a/a2");
  }

  @Test
  void aPinOnADegradedCredentialIsFollowed() {
    degraded("a1", "a2");
    ModelPlan plan = plans.plans("weighted", GatewayOptions.NONE, Plans.session("s")).get(0);
    Promotion<PlanCandidate> promotion =
        Promoter.promote(
            plan.candidates(),
            new PinState.Pinned(new Pin("a", "u", "a1", 7)),
            Eligibility.ON,
            pin -> null);
    assertThat(promotion.outcome()).isEqualTo(Outcome.PROMOTED);
    assertThat(promotion.plan().get(0).credential()).isEqualTo("a1");
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
