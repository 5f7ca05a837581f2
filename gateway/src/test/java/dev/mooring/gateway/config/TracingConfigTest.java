package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration of traces. */
class TracingConfigTest {

  @Test
  void isOffByDefault() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).tracing()).isEqualTo(TracingConfig.OFF);
  }

  @Test
  void mapsEveryField() {
    String yaml =
        ConfigText.MINIMAL
            + """
            tracing:
              endpoint: http://collector:4318/custom
              headers: { Authorization: Bearer secret-of-traces }
              sampleRatio: 0.25
              groupTracesBySession: true
            """;
    TracingConfig tracing = ConfigText.valid(yaml).tracing();
    assertThat(tracing)
        .isEqualTo(
            new TracingConfig(
                "http://collector:4318/custom",
                Map.of("authorization", "Bearer secret-of-traces"),
                0.25,
                true));
    assertThat(tracing.toString()).doesNotContain("secret-of-traces");
  }

  @Test
  void anOriginGetsThePathOfOtlp() {
    String yaml = ConfigText.MINIMAL + "tracing: { endpoint: \"http://collector:4318/\" }\n";
    assertThat(ConfigText.valid(yaml).tracing().endpoint())
        .isEqualTo("http://collector:4318/v1/traces");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sampleRatio: 1.5 | tracing.sampleRatio",
        "endpoint: collector | tracing.endpoint",
        "headers: [a] | tracing.headers",
        "headers: { 'a b': c } | tracing.headers",
        "samples: 1 | unknown field 'samples'",
      })
  void whatCannotBeIsRefused(String field, String path) {
    assertThat(ConfigText.errors(ConfigText.MINIMAL + "tracing: { " + field + " }\n"))
        .singleElement()
        .asString()
        .contains(path);
  }
}
