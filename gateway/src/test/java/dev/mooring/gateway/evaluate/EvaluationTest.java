package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.store.redis.RedisProcess;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The evaluation: what it promises, and that it says the same twice. */
final class EvaluationTest {
  private static final TrafficGenerator LITTLE = new TrafficGenerator(0.4, 1, 3, 8);
  private static final List<String> OF_REDIS = List.of("redis-paused", "redis-emptied");

  @Test
  void theDefaultGetsItsShareUnderEveryScriptAndFailsNobodyWhoCouldBeServed() throws Exception {
    List<FaultScript> faults =
        FaultFile.BUILT_IN.stream()
            .filter(name -> !OF_REDIS.contains(name))
            .map(FaultFile::builtIn)
            .toList();
    Findings findings = evaluate(TrafficGenerator.SMALL, 1, 2, StoreChoice.memory(), faults);

    assertThat(findings.shipped()).hasSize(FaultFile.BUILT_IN.size() - OF_REDIS.size() + 1);
    assertIsKept(findings);
    assertThat(findings.shipped()).allMatch(row -> row.share() <= 1.0);
    assertThat(findings.shipped().get(0).savedUsd()).isPositive();
  }

  @Test
  void theDefaultGetsItsShareWhenRedisIsPausedOrEmptied() throws Exception {
    try (RedisProcess redis = RedisProcess.start(RedisProcess.freePort())) {
      List<FaultScript> faults = OF_REDIS.stream().map(FaultFile::builtIn).toList();
      Findings findings =
          evaluate(TrafficGenerator.SMALL, 1, 2, StoreChoice.redis(redis.uri()), faults);

      assertThat(findings.shipped()).hasSize(3);
      assertIsKept(findings);
    }
  }

  @Test
  void theSameSeedFindsTheSame() throws Exception {
    List<FaultScript> faults =
        List.of(FaultFile.builtIn("near-limits"), FaultFile.builtIn("silent"));

    assertThat(evaluate(LITTLE, 3, 1, StoreChoice.memory(), faults))
        .isEqualTo(evaluate(LITTLE, 3, 1, StoreChoice.memory(), faults));
  }

  @Test
  void faultsOfRedisNeedOneThatCanBeShut() {
    for (StoreChoice store :
        List.of(StoreChoice.memory(), StoreChoice.redis("redis-sentinel://127.0.0.1#main"))) {
      assertThatThrownBy(
              () -> evaluate(LITTLE, 3, 1, store, List.of(FaultFile.builtIn("redis-paused"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("redis-paused")
          .hasMessageContaining("--redis");
    }
  }

  private static void assertIsKept(Findings findings) {
    assertThat(findings.kept()).as(ReportTable.of(findings)).isTrue();
    for (Findings.Row row : findings.shipped()) {
      double promised = row.faults().equals("calm") ? 0.995 : 0.97;
      assertThat(row.share()).as(row.faults()).isGreaterThanOrEqualTo(promised);
      assertThat(row.totals().needless()).as(row.faults()).isZero();
    }
  }

  private static Findings evaluate(
      TrafficGenerator traffic, long seed, int nodes, StoreChoice store, List<FaultScript> faults)
      throws Exception {
    Evaluation.Plan plan =
        new Evaluation.Plan(
            traffic.traffic(seed), List.of(Policy.OFF, Policy.DEFAULT), faults, nodes, store, seed);
    return Evaluation.run(plan, () -> {});
  }
}
