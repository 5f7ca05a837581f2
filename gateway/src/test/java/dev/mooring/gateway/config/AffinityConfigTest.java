package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The configuration of sessions and pins. */
class AffinityConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).affinity())
        .isEqualTo(
            new AffinityConfig(
                true,
                Duration.ofSeconds(15),
                Duration.ofHours(1),
                8,
                false,
                new WaitConfig(Duration.ofSeconds(5), 20_000)));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        ConfigText.MINIMAL
            + """
            affinity: { enabled: false, margin: 5s, maxLifetime: 30m, maxModels: 3, learnLifetimes: true,
              wait: { max: 2s, minPromptTokens: 7 } }
            """;
    assertThat(ConfigText.valid(yaml).affinity())
        .isEqualTo(
            new AffinityConfig(
                false,
                Duration.ofSeconds(5),
                Duration.ofMinutes(30),
                3,
                true,
                new WaitConfig(Duration.ofSeconds(2), 7)));
  }
}
