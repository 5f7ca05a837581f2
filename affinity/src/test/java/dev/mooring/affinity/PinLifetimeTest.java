package dev.mooring.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PinLifetimeTest {
  private static final Duration MARGIN = Duration.ofSeconds(15);
  private static final Duration HOUR = Duration.ofHours(1);

  @ParameterizedTest
  @CsvSource({"PT5M, PT4M45S", "PT10M, PT9M45S", "PT1H, PT59M45S", "PT24H, PT1H"})
  void theProvidersLifetimeTakesTheMarginAndEndsAtTheMaximum(Duration provider, Duration left) {
    assertThat(of(null, null, provider, Duration.ZERO)).isEqualTo(new PinLifetime(left, false));
  }

  @Test
  void whatTheRequestAsksForOutranksTheProvider() {
    assertThat(of(null, HOUR, minutes(5), Duration.ZERO).remaining())
        .isEqualTo(minutes(60).minus(MARGIN));
    assertThat(of(null, minutes(5), HOUR, Duration.ZERO).remaining())
        .isEqualTo(minutes(5).minus(MARGIN));
    assertThat(of(null, Duration.ofHours(24), minutes(10), Duration.ZERO).remaining())
        .isEqualTo(HOUR);
  }

  @Test
  void theHeaderOutranksBothAndTakesNoMargin() {
    assertThat(of(minutes(30), HOUR, minutes(5), Duration.ZERO))
        .isEqualTo(new PinLifetime(minutes(30), true));
  }

  @Test
  void theHeaderEndsAtTheMaximum() {
    assertThat(of(Duration.ofHours(9), null, minutes(5), Duration.ZERO).remaining())
        .isEqualTo(HOUR);
  }

  @Test
  void onlyTheHeaderShortens() {
    assertThat(of(minutes(1), null, minutes(5), Duration.ZERO).mayShorten()).isTrue();
    assertThat(of(null, minutes(1), minutes(5), Duration.ZERO).mayShorten()).isFalse();
  }

  @Test
  void theTimeSinceTheRequestWasSentIsTakenOff() {
    assertThat(of(null, null, minutes(5), Duration.ofMillis(30_250)).remaining())
        .isEqualTo(Duration.ofMillis(254_750));
    assertThat(of(minutes(30), null, minutes(5), minutes(2)).remaining()).isEqualTo(minutes(28));
    assertThat(of(null, Duration.ofHours(24), minutes(5), minutes(2)).remaining())
        .isEqualTo(minutes(58));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT4M45S", "PT4M44.9999S", "PT6M", "PT24H"})
  void whereNothingIsLeftNothingIsWritten(Duration elapsed) {
    assertThat(of(null, null, minutes(5), elapsed).remaining()).isEqualTo(Duration.ZERO);
  }

  @Test
  void aLifetimeWithinTheMarginIsNone() {
    assertThat(of(null, null, Duration.ofSeconds(10), Duration.ZERO).remaining())
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void theRestIsInWholeMilliseconds() {
    assertThat(of(null, null, minutes(5), Duration.ofNanos(1)).remaining())
        .isEqualTo(Duration.ofMillis(284_999));
  }

  @ParameterizedTest
  @CsvSource({
    "30m, PT30M",
    "1h30m, PT1H30M",
    "45s, PT45S",
    "500ms, PT0.5S",
    "1.5h, PT1H30M",
    ".5h, PT30M",
    "1.h, PT1H",
    "1h2m3s4ms, PT1H2M3.004S",
    "10us, PT0.00001S",
    "10µs, PT0.00001S",
    "10μs, PT0.00001S",
    "1ns, PT0.000000001S",
    "90, PT1M30S",
    "1800, PT30M",
    "007, PT7S",
    "' 30m ', PT30M",
    "2540400h, PT2540400H",
  })
  void theHeaderIsAGoDurationOrWholeSeconds(String header, Duration expected) {
    assertThat(PinLifetime.parseHeader(header)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "0",
        "0s",
        "-5",
        "-5m",
        "+",
        "abc",
        "5x",
        "m",
        "1h 30m",
        "30 m",
        "1.5",
        "1e3",
        ".h",
        ".",
        "1..5h",
        "0.1ns",
        "5M",
        "٣",
        "9999999h",
        "99999999999999999999",
        "9223372037",
        "999999999999999999h",
        "1h30"
      })
  void aHeaderThatIsNeitherOrNotPositiveOrTooLongIsNone(String header) {
    assertThat(PinLifetime.parseHeader(header)).isNull();
  }

  private static PinLifetime of(
      @Nullable Duration header,
      @Nullable Duration requested,
      Duration provider,
      Duration elapsed) {
    return PinLifetime.of(header, requested, provider, MARGIN, HOUR, elapsed);
  }

  private static Duration minutes(long minutes) {
    return Duration.ofMinutes(minutes);
  }
}
