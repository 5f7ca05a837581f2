package dev.mooring.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of pages refuses what promtool refuses. */
class ExpositionTest {
  private static final String COUNTER = "# HELP a_total A thing\n# TYPE a_total counter\n";
  private static final String HISTOGRAM = "# HELP h_seconds A time\n# TYPE h_seconds histogram\n";

  @Test
  void aSoundPageIsRead() {
    Exposition page =
        Exposition.parse(
            COUNTER
                + "a_total{x=\"1\",y=\"q\\\"\"} 2.0\na_total{x=\"2\"} 3\n"
                + HISTOGRAM
                + "h_seconds_bucket{le=\"0.1\"} 1\nh_seconds_bucket{le=\"+Inf\"} 2\n"
                + "h_seconds_count 2\nh_seconds_sum 1.5\n");
    assertThat(page.sum("a_total")).isEqualTo(5);
    assertThat(page.sum("a_total", "x", "2")).isEqualTo(3);
    assertThat(page.names()).contains("h_seconds_bucket", "h_seconds_sum");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        COUNTER + "a_total 1",
        "a_total 1\n",
        "# TYPE a_total counter\na_total 1\n",
        "# HELP a_total A thing\na_total 1\n",
        "# HELP a A thing\n# TYPE a counter\na 1\n",
        "# HELP a_total A thing\n# TYPE a_total gauge\na_total 1\n",
        "# HELP a_milliseconds A thing\n# TYPE a_milliseconds gauge\na_milliseconds 1\n",
        COUNTER + "a_total 1\n" + COUNTER + "a_total 1\n",
        COUNTER + "a_total{x=\"1\"} 1\na_total{x=\"1\"} 2\n",
        COUNTER + "a_total{x=1} 1\n",
        COUNTER + "a_total{x=\"1\" y=\"2\"} 1\n",
        COUNTER + "a_total{x=\"1\",x=\"2\"} 1\n",
        COUNTER + "a_total{__x=\"1\"} 1\n",
        COUNTER + "a_total one\n",
        COUNTER + "a_total -1\n",
        COUNTER + "b_total 1\n",
        COUNTER,
        HISTOGRAM + "h_seconds_bucket{le=\"1\"} 1\nh_seconds_count 1\nh_seconds_sum 1\n",
        HISTOGRAM
            + "h_seconds_bucket{le=\"1\"} 2\nh_seconds_bucket{le=\"+Inf\"} 1\n"
            + "h_seconds_count 1\nh_seconds_sum 1\n",
        HISTOGRAM + "h_seconds_bucket{le=\"+Inf\"} 1\nh_seconds_count 2\nh_seconds_sum 1\n",
        HISTOGRAM + "h_seconds_bucket{le=\"+Inf\"} 1\nh_seconds_count 1\n"
      })
  void aPageThatBreaksARuleIsRefused(String page) {
    assertThatIllegalArgumentException().isThrownBy(() -> Exposition.parse(page));
  }
}
