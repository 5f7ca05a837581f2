package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The configuration of health. */
class HealthConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).health())
        .isEqualTo(
            new HealthConfig(
                5,
                Duration.ofSeconds(5),
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                new RatesConfig(Duration.ofSeconds(60), 20, Duration.ofSeconds(30), 25, 50, 0)));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        ConfigText.MINIMAL
            + """
            health: { failures: 2, initialDown: 1s, maxDown: 10s, rejectedDown: 20s,
              rates: { window: 30s, minimumCalls: 10, slowCall: 2s, degradedFailureRate: 10,
                degradedSlowCallRate: 20, downFailureRate: 60 } }
            """;
    assertThat(ConfigText.valid(yaml).health())
        .isEqualTo(
            new HealthConfig(
                2,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                new RatesConfig(Duration.ofSeconds(30), 10, Duration.ofSeconds(2), 10, 20, 60)));
  }
}
