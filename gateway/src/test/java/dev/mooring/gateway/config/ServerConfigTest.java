package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The API listener's configuration. */
class ServerConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).server())
        .isEqualTo(
            new ServerConfig(
                "127.0.0.1",
                8080,
                67108864,
                Duration.ZERO,
                Duration.ofMinutes(1),
                Duration.ofSeconds(15),
                false));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        ConfigText.MINIMAL
            + """
            server: { host: 0.0.0.0, port: 0, auth: none, maxBodyBytes: 1MiB, drainDelay: 10s, drainTimeout: 1m30s, heartbeat: 500ms }
            """;
    assertThat(ConfigText.valid(yaml).server())
        .isEqualTo(
            new ServerConfig(
                "0.0.0.0",
                0,
                1048576,
                Duration.ofSeconds(10),
                Duration.ofSeconds(90),
                Duration.ofMillis(500),
                true));
  }
}
