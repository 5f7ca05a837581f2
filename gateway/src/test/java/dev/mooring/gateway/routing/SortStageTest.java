package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.GatewayOptions;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SortStageTest {
  private static final String CONFIG =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: k, apiKey: x }] }
        - { id: b, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: k, apiKey: x }, { id: l, apiKey: y }] }
        - { id: c, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: k, apiKey: x }] }
        - { id: d, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: k, apiKey: x }] }
      models:
        - id: m
          price: { input: 4, output: 16 }
          targets:
            - { provider: a, model: m }
            - { provider: b, model: m, price: { input: 2, output: 8 } }
            - { provider: c, model: m, price: { input: 1, output: 40 } }
            - { provider: d, model: m, price: { input: 3, output: 11 } }
        - { id: weighted, targets: [{ provider: c, model: m, weight: 0 }, { provider: a, model: m, weight: 5 }] }
      """;

  private final Plans plans = Plans.of(CONFIG);

  @Test
  void byCostTheCheapestComesFirstAndTheModelsPriceStandsInForATargets() {
    assertThat(order("m", "'sort':'cost'")).containsExactly("b", "d", "a", "c");
    Sorting sorting = sorting("m", "'sort':'cost'");
    assertThat(sorting.option()).isEqualTo("cost");
    assertThat(sorting.metrics()).containsEntry("b", OptionalDouble.of(0.75 * 2 + 0.25 * 8));
    assertThat(sorting.metrics()).containsEntry("a", OptionalDouble.of(0.75 * 4 + 0.25 * 16));
    assertThat(sorting.deprioritizedProviders()).isEmpty();
  }

  @Test
  void byTtftTheQuickestComesFirstAndByTpsTheFastest() {
    plans.speeds.set("a", 900, 10);
    plans.speeds.set("b", 300, 30);
    plans.speeds.set("c", 500, 90);
    plans.speeds.set("d", 400, 20);
    assertThat(order("m", "'sort':'ttft'")).containsExactly("b", "d", "c", "a");
    assertThat(order("m", "'sort':'tps'")).containsExactly("c", "b", "d", "a");
  }

  @Test
  void whatHasNoDataFollowsWhatHasInTheOrderWritten() {
    plans.speeds.set("c", 500, 90);
    assertThat(order("m", "'sort':'ttft'")).containsExactly("c", "a", "b", "d");
    assertThat(sorting("m", "'sort':'ttft'").metrics())
        .containsEntry("a", OptionalDouble.empty())
        .containsEntry("c", OptionalDouble.of(500));
  }

  @Test
  void aTargetIsDownOnlyWhenAllItsCredentialsAreAndThenComesLast() {
    plans.down("b", "k", "m");
    assertThat(order("m", "'sort':'cost'")).startsWith("b");
    plans.down("b", "l", "m");
    assertThat(order("m", "'sort':'cost'")).containsExactly("d", "a", "c", "b");
    assertThat(sorting("m", "'sort':'cost'").deprioritizedProviders()).containsExactly("b");
  }

  @Test
  void whatTheOrderNamesComesFirstAndTheRestIsSorted() {
    assertThat(order("m", "'sort':'cost','order':['c']")).containsExactly("c", "b", "d", "a");
  }

  @Test
  void aSortOutranksWeights() {
    plans.speeds.set("c", 1, 1);
    for (int i = 0; i < 20; i++) {
      assertThat(plans.plan("weighted", Plans.options("'sort':'tps'"), Plans.session("s" + i)))
          .containsExactly("c/k", "a/k");
    }
  }

  @Test
  void withoutASortThereIsNothingToTell() {
    assertThat(plans.plans("m", GatewayOptions.NONE, null).get(0).sorting()).isNull();
  }

  private List<String> order(String model, String options) {
    return plans.plan(model, Plans.options(options), Plans.session("s")).stream()
        .map(name -> name.substring(0, 1))
        .distinct()
        .toList();
  }

  private Sorting sorting(String model, String options) {
    return Objects.requireNonNull(
        plans.plans(model, Plans.options(options), null).get(0).sorting());
  }
}
