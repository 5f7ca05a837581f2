package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(strings = {"", "\"prompt_cache_key\":\"template\""})
  void theToolsOfAFingerprintBlockNoEventLoop(String field) {
    String tool =
        "{\"type\":\"function\",\"function\":{\"name\":\"f\",\"description\":\"d\",\"parameters\":"
            + "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\",\"minimum\":1.5}}}}}";
    String tools = "\"tools\":[" + repeated(tool) + "]";
    String body = ApiCall.CHAT.body("q", tools, field);
    assertThat(wire.post(ApiCall.CHAT.path(), body).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"prompt_cache_key\":\"template\""})
  void theSearchForASystemMessageThatIsNotThereBlocksNoEventLoop(String field) {
    String message = "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"q\"}]}";
    String body =
        "{\"model\":\"m\","
            + (field.isEmpty() ? "" : field + ",")
            + "\"messages\":["
            + repeated(message)
            + "]}";
    assertThat(wire.post(ApiCall.CHAT.path(), body).status()).isEqualTo(200);
  }

  /** The elements of an array of 16 MiB. */
  private static String repeated(String element) {
    int times = (16 << 20) / (element.length() + 1);
    return element + ("," + element).repeat(times - 1);
  }
}
