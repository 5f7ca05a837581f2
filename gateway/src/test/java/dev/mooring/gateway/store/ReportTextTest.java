package dev.mooring.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.TargetSpeeds.Median;
import dev.mooring.gateway.routing.TargetSpeeds.Speed;
import dev.mooring.gateway.routing.TargetSpeeds.Target;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node tells the others, as text and back. */
class ReportTextTest {

  @Test
  void aReportComesBackAsItWasWhateverIsInItsNames() {
    ReportText report =
        new ReportText(
            Map.of(
                new Target("p", "us.model 1\n%"), new Speed(new Median(12.5, 3), new Median(99, 2)),
                new Target("q", "m"), new Speed(new Median(0.25, 1), new Median(0, 0))),
            Set.of(new Health.Subject("p", "byok:ab+c", "ü m")));
    assertThat(ReportText.parse(report.encode())).isEqualTo(report);
  }

  @Test
  void nothingIsToldByAnEmptyText() {
    ReportText none = new ReportText(Map.of(), Set.of());
    assertThat(none.encode()).isEmpty();
    assertThat(ReportText.parse("")).isEqualTo(none);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mood p m 3",
        "speed p m",
        "speed p m fast 3 9 3",
        "speed p m NaN 3 9 3",
        "speed p m -1 3 9 3",
        "speed p m 1 -3 9 3",
        "degraded p",
        "degraded p c %zz"
      })
  void whatAnotherVersionPutThereIsPassedOver(String line) {
    ReportText read = ReportText.parse(line + "\ndegraded p c m");
    assertThat(read.speeds()).isEmpty();
    assertThat(read.degraded()).containsExactly(new Health.Subject("p", "c", "m"));
  }
}
