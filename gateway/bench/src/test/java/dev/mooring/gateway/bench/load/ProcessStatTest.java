package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is read out of {@code /proc}. */
final class ProcessStatTest {

  @Test
  void cpuTimeIsUserAndSystemTimeWhateverTheProcessIsCalled() {
    String stat = "42 (a) b (c)) S 1 42 42 0 -1 4194304 900 0 1 0 25 17 3 4 20 0 30 0 100 1 2 3";

    assertThat(ProcessStat.cpuMicros(stat)).isEqualTo(420_000);
  }

  @Test
  void aFieldOfTheStatusIsReadInKilobytes() {
    String status = "Name:\tjava\nVmHWM:\t  654321 kB\nVmRSS:\t  123456 kB\n";

    assertThat(ProcessStat.kilobytes(status, "VmRSS:")).isEqualTo(123_456);
    assertThat(ProcessStat.kilobytes(status, "VmSwap:")).isZero();
  }
}
