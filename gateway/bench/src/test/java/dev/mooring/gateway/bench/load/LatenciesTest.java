package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.bench.load.Latencies.Times;
import org.junit.jupiter.api.Test;

/** Percentiles of times. */
final class LatenciesTest {

  @Test
  void aPercentileIsTheLeastThatSoMuchOfAllDoesNotExceed() {
    long[] nanos = new long[200];
    for (int i = 0; i < 100; i++) {
      nanos[i] = (100 - i) * 1_000L;
    }
    Times times = Times.of(nanos, 100);

    assertThat(times.count()).isEqualTo(100);
    assertThat(times.micros(50)).isEqualTo(50);
    assertThat(times.micros(99)).isEqualTo(99);
    assertThat(times.micros(99.9)).isEqualTo(100);
    assertThat(times.micros(0)).isEqualTo(1);
  }

  @Test
  void noTimesHaveNoPercentile() {
    assertThat(Times.of(new long[0], 0).micros(99)).isZero();
  }
}
