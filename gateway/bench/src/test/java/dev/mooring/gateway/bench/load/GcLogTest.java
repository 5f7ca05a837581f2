package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is read out of a log of collections. */
final class GcLogTest {

  @Test
  void pausesAndWhatTheyFreedAreReadWhateverTheCollector() {
    GcLog log =
        GcLog.parse(
            """
            [0.012s][info][gc] Using G1
            [1.204s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 23M->3M(512M) 3.141ms
            [1.300s][info][gc] GC(1) Concurrent Mark Cycle 12.000ms
            [2.000s][info][gc] GC(2) Pause Young (Allocation Failure) 2048K->1024K(494M) 0.500ms
            """);

    assertThat(log).isEqualTo(new GcLog(2, 3.141, (20L << 20) + (1L << 20)));
  }

  @Test
  void aLogWithoutPausesHasNone() {
    assertThat(GcLog.parse("[0.012s][info][gc] Using Serial\n")).isEqualTo(new GcLog(0, 0, 0));
  }
}
