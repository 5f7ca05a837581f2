package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests of 16 MiB: screenshots and whole repositories (contract, section 3). */
class LargeBodiesTest {
  private static final String CONFIG =
      """
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages] }
      models: [{ id: m, targets: [{ provider: p, model: up }] }]
      """;

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = Wire.of(CONFIG, SimulatorConfig.DEFAULTS.asFast());
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @ParameterizedTest
  @EnumSource
  void sixteenMebibytesPassWithoutBlockingAnEventLoop(ApiCall api) {
    String image = "abcdefgh".repeat(2 << 20);
    assertThat(wire.post(api.path(), api.body(image)).status()).isEqualTo(200);
    String inUnknownField = "\"unknown\":{\"image\":\"" + image + "\"}";
    assertThat(wire.post(api.path(), api.body("x", inUnknownField)).status()).isEqualTo(200);
  }
}
