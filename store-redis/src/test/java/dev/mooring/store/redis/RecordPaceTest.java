package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecordPaceTest {

  @Test
  void redisRestsAsLongAsABatchTookFromOneToTenMilliseconds() {
    assertThat(RecordPace.rest(Duration.ofNanos(10), true)).isEqualTo(Duration.ofMillis(1));
    assertThat(RecordPace.rest(Duration.ofMillis(4), true)).isEqualTo(Duration.ofMillis(4));
    assertThat(RecordPace.rest(Duration.ofMillis(90), true)).isEqualTo(Duration.ofMillis(10));
  }

  @Test
  void afterABatchThatFailedItRestsAsLongAsWritesAreGathered() {
    assertThat(RecordPace.rest(Duration.ZERO, false)).isEqualTo(RecordPace.GATHER);
    assertThat(RecordPace.rest(Duration.ofSeconds(9), false)).isEqualTo(RecordPace.GATHER);
  }

  @Test
  void theMoreWaitTheMoreGoTogether() {
    assertThat(RecordPace.batch(1)).isEqualTo(256);
    assertThat(RecordPace.batch(4_000)).isEqualTo(500);
    assertThat(RecordPace.batch(30_000)).isEqualTo(768);
  }
}
