package dev.mooring.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statuses as labels. */
class StatusLabelTest {

  @ParameterizedTest
  @CsvSource({"200, 200", "429, 429", "499, 499", "529, 529", "418, 4xx", "599, 5xx", "0, other"})
  void commonOnesKeepTheirNumber(int status, String label) {
    assertThat(StatusLabel.of(status)).isEqualTo(label);
  }

  @Test
  void anyNumberIsOneOfFewLabels() {
    Set<String> labels =
        IntStream.range(-1, 10_000).mapToObj(StatusLabel::of).collect(Collectors.toSet());
    assertThat(labels).hasSizeLessThan(30);
  }
}
