package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The evaluation, with a little traffic: what it promises, and that it says the same twice. */
final class EvaluationTest {
  private static final TrafficGenerator LITTLE = new TrafficGenerator(0.4, 1, 3, 8);

  @Test
  void theDefaultGetsItsShareUnderEveryScriptAndFailsNobodyWhoCouldBeServed() throws Exception {
    Findings findings = evaluate(2, FaultFile.BUILT_IN.stream().map(FaultFile::builtIn).toList());

    assertThat(findings.shipped()).hasSize(FaultFile.BUILT_IN.size() + 1);
    assertThat(findings.kept()).as(ReportTable.of(findings)).isTrue();
    assertThat(findings.shipped()).allMatch(row -> row.share() <= 1.0);
    assertThat(findings.shipped().get(0).savedUsd()).isPositive();
  }

  @Test
  void theSameSeedFindsTheSame() throws Exception {
    List<FaultScript> faults = List.of(FaultFile.builtIn("near-limits"));

    assertThat(evaluate(1, faults)).isEqualTo(evaluate(1, faults));
  }

  private static Findings evaluate(int nodes, List<FaultScript> faults) throws Exception {
    Evaluation.Plan plan =
        new Evaluation.Plan(
            LITTLE.traffic(3),
            List.of(Policy.OFF, Policy.DEFAULT),
            faults,
            nodes,
            StoreChoice.memory(),
            3);
    return Evaluation.run(plan, () -> {});
  }
}
