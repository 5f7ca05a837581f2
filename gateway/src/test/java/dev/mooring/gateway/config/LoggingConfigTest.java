package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The log's configuration. */
class LoggingConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).logging())
        .isEqualTo(new LoggingConfig(LoggingConfig.Format.TEXT, false, false));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        ConfigText.MINIMAL
            + """
            logging: { format: json, sessionIds: true, trail: true }
            """;
    assertThat(ConfigText.valid(yaml).logging())
        .isEqualTo(new LoggingConfig(LoggingConfig.Format.JSON, true, true));
  }
}
