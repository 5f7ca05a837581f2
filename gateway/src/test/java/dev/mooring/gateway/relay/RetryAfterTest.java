package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "7, PT7S",
        "0, PT0S",
        "1.5, PT1.5S",
        " 20 , PT20S",
        "'Sun, 29 Nov 2026 12:00:30 GMT', PT30S",
        "'Sun, 29 Nov 2026 11:00:00 GMT', PT0S",
        "soon, -",
        "-3, -",
        "NaN, -",
        "Infinity, -",
        "'', -",
        "99999999999999999999, -",
      })
  void secondsAndDatesAreUnderstoodAndTheRestIsNothing(String value, @Nullable Duration wait) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Retry-After", value);
    assertThat(RetryAfter.of(headers, () -> NOW)).isEqualTo(wait);
    assertThat(RetryAfter.isTold(value)).isEqualTo(wait != null);
  }

  @Test
  void millisecondsOutrankSeconds() {
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap().add("retry-after", "2").add("retry-after-ms", "150");
    assertThat(RetryAfter.of(headers, () -> NOW)).isEqualTo(Duration.ofMillis(150));
    assertThat(RetryAfter.of(MultiMap.caseInsensitiveMultiMap(), () -> NOW)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 1", "PT0.2S, 1", "PT1.001S, 2", "PT60S, 60", "PT5H, 60"})
  void oursIsAWholeNumberOfSecondsFromOneToSixty(Duration wait, String header) {
    assertThat(RetryAfter.header(wait)).isEqualTo(header);
  }
}
