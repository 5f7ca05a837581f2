package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Eligibility;
import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promoter;
import dev.mooring.affinity.Promotion;
import dev.mooring.gateway.api.GatewayOptions;
import org.junit.jupiter.api.Test;

class DrainStageTest {
  private static final String CONFIG =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: a1, apiKey: x, draining: true }, { id: a2, apiKey: y }] }
        - { id: b, type: openai-compatible, baseUrl: "http://127.0.0.1:1", draining: true, credentials: [{ id: b1, apiKey: x }] }
        - { id: c, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: c1, apiKey: x }] }
      models:
        - { id: m, targets: [{ provider: a, model: m }, { provider: b, model: m }, { provider: c, model: m }] }
        - { id: drained, targets: [{ provider: a, model: m, credential: a1 }, { provider: b, model: m }] }
      """;

  private final Plans plans = Plans.of(CONFIG);

  @Test
  void whatDrainsComesLastForEveryNewSession() {
    for (int i = 0; i < 20; i++) {
      assertThat(plans.plan("m", GatewayOptions.NONE, Plans.session("s" + i)))
          .containsExactly("a/a2", "c/c1", "a/a1", "b/b1");
    }
  }

  @Test
  void noOrderOfTheRequestsBringsANewSessionThere() {
    assertThat(plans.plan("m", Plans.options("'order':['b']"), Plans.session("s")))
        .containsExactly("a/a2", "c/c1", "b/b1", "a/a1");
  }

  @Test
  void aProviderThatDrainsIsLastAmongTheCallersOwnCredentialsToo() {
    assertThat(
            plans.plan(
                "m",
                Plans.options("'byok':{'b':[{'apiKey':'x'}],'c':[{'apiKey':'y'}]}"),
                Plans.session("s")))
        .containsExactly("byok c", "byok b", "a/a2", "c/c1", "a/a1", "b/b1");
  }

  @Test
  void whereOnlyDrainingOnesAreLeftTheyServe() {
    assertThat(plans.plan("drained", GatewayOptions.NONE, Plans.session("s")))
        .containsExactly("a/a1", "b/b1");
  }

  @Test
  void aSessionThatIsPinnedThereStays() {
    assertThat(promoted(new Pin("a", "m", "a1", 1)).plan().get(0)).hasToString("a/a1/m");
    assertThat(promoted(new Pin("b", "m", null, 1)).plan().get(0)).hasToString("b/b1/m");
    assertThat(promoted(new Pin("b", "m", null, 1)).outcome()).isEqualTo(Outcome.PROMOTED);
  }

  @Test
  void whatDrainsStillComesBeforeWhatIsDown() {
    plans.down("a", "a2", "m");
    plans.down("c", "c1", "m");
    var plan = plans.plans("m", GatewayOptions.NONE, Plans.session("s")).get(0);
    Promotion<PlanCandidate> promotion =
        Promoter.promote(plan.candidates(), PinState.ABSENT, Eligibility.ON, unused -> null);
    assertThat(promotion.plan())
        .map(PlanCandidate::toString)
        .containsExactly("a/a1/m", "b/b1/m", "a/a2/m (down)", "c/c1/m (down)");
  }

  private Promotion<PlanCandidate> promoted(Pin pin) {
    var plan = plans.plans("m", GatewayOptions.NONE, Plans.session("s")).get(0);
    return Promoter.promote(
        plan.candidates(), new PinState.Pinned(pin), Eligibility.ON, unused -> null);
  }
}
