package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations, sizes and the nearest name. */
class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "60s, PT1M",
    "5m, PT5M",
    "1h, PT1H",
    "1h30m, PT1H30M",
    "7d, PT168H",
    "1d2h3m4s5ms, PT26H3M4.005S",
    "0s, PT0S",
  })
  void aDurationHasUnits(String text, Duration duration) throws RefusedValueException {
    assertThat(Units.duration(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "60", "5 m", "m", "-5s", "1.5s", "30m1h", "5min", "PT5M", "99999999999s"})
  void whatHasNoUnitsIsNoDuration(String text) {
    assertThatThrownBy(() -> Units.duration(text))
        .hasMessage("is not a duration (expected: such as 500ms, 60s, 5m, 1h30m)");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "67108864, 67108864", "64KiB, 65536", "64MiB, 67108864", "2GiB, 2147483648"})
  void aSizeIsBytesOrHasAUnit(String text, long bytes) throws RefusedValueException {
    assertThat(Units.bytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "64MB", "64 MiB", "-1", "1.5GiB", "MiB"})
  void anythingElseIsNoSize(String text) {
    assertThatThrownBy(() -> Units.bytes(text)).hasMessageStartingWith("is not a size (expected:");
  }

  @Test
  void aSizeThatOverflowsIsRefused() {
    assertThatThrownBy(() -> Units.bytes("999999999999999999GiB")).hasMessage("is too large");
  }

  @ParameterizedTest
  @ValueSource(strings = {"500ms", "15s", "60s", "120s", "5m", "1h", "24h", "7d"})
  void aDurationIsShownAsItIsWritten(String text) throws RefusedValueException {
    assertThat(Units.show(Units.duration(text))).isEqualTo(text);
  }
}
