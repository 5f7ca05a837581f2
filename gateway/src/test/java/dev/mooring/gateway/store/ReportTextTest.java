package dev.mooring.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.cache.Gaps;
import dev.mooring.affinity.cache.LearnedLifetimes.Cache;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.TargetSpeeds.Median;
import dev.mooring.gateway.routing.TargetSpeeds.Speed;
import dev.mooring.gateway.routing.TargetSpeeds.Target;
import java.time.Duration;
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
            Set.of(new Health.Subject("p", "byok:ab+c", "ü m")),
            Map.of(
                new Cache("p", "us.model 1\n%", null), Gaps.parse("290000,310000,27:3/1"),
                new Cache("p", "m", Duration.ofHours(1)), Gaps.parse("0,0,40:0/2")));
    assertThat(ReportText.parse(report.encode())).usingRecursiveComparison().isEqualTo(report);
  }

  @Test
  void nothingIsToldByAnEmptyText() {
    ReportText none = new ReportText(Map.of(), Set.of(), Map.of());
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
        "degraded p c %zz",
        "gaps p m 0",
        "gaps p m often 0,0",
        "gaps p m 0 0,0,900:1/1"
      })
  void whatAnotherVersionPutThereIsPassedOver(String line) {
    ReportText read = ReportText.parse(line + "\ndegraded p c m");
    assertThat(read.speeds()).isEmpty();
    assertThat(read.gaps()).isEmpty();
    assertThat(read.degraded()).containsExactly(new Health.Subject("p", "c", "m"));
  }
}
