package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a caller sees of the simulated Azure: both places, both keys, its first chunk. */
final class AzureTest {
  private static final String DEPLOYMENT =
      "/openai/deployments/gpt-eu/chat/completions?api-version=2025-04-01-preview";

  @RegisterExtension
  final RunningSimulator running = new RunningSimulator(SimulatedKey.of("a", "key-a"));

  @ParameterizedTest
  @CsvSource({
    "/openai/v1/chat/completions, CHAT, m",
    "/openai/v1/responses, RESPONSES, m",
    "/openai/deployments/gpt-eu/chat/completions?api-version=1, CHAT, gpt-eu"
  })
  void aKeyIsInItsHeaderOrBearer(String path, SimulatedApi api, String model) {
    int own = running.calls().postWith(path, body(false), "api-key", "key-a").statusCode();

    assertThat(own).isEqualTo(200);
    assertThat(running.calls().post(path, "key-a", body(false)).statusCode()).isEqualTo(200);
    assertThat(running.last().api()).isEqualTo(api);
    assertThat(running.last().model()).isEqualTo(model);
    assertThat(running.calls().postWith(path, body(false), "x-api-key", "key-a").statusCode())
        .isEqualTo(401);
  }

  @Test
  void aDeploymentStreamsAChunkWithoutChoicesFirst() {
    List<JsonNode> events =
        SimulatorCalls.events(running.calls().post(DEPLOYMENT, "key-a", body(true)).body());

    assertThat(events.get(0).path("choices")).isEmpty();
    assertThat(events.get(0).path("prompt_filter_results")).hasSize(1);
    assertThat(events.get(1).at("/choices/0/delta/role").asText()).isEqualTo("assistant");
  }

  @Test
  void aDeploymentNeedsAVersion() {
    String path = "/openai/deployments/gpt-eu/chat/completions";

    assertThat(running.calls().post(path, "key-a", body(false)).statusCode()).isEqualTo(404);
  }

  @Test
  void theFrontDoorTellsErrorsWithoutType() {
    JsonNode denied = running.calls().refused(401, DEPLOYMENT, "nobody", body(false));
    running.simulator().credential("a").fault(Fault.status(429)).fault(Fault.status(500));

    assertThat(denied.at("/error/code").asText()).isEqualTo("401");
    assertThat(denied.path("error").has("type")).isFalse();
    JsonNode busy = running.calls().refused(429, DEPLOYMENT, "key-a", body(false));
    assertThat(busy.at("/error/code").asText()).isEqualTo("RateLimitReached");
    JsonNode broken = running.calls().refused(500, DEPLOYMENT, "key-a", body(false));
    assertThat(broken.at("/error/type").asText()).isEqualTo("server_error");
  }

  private static String body(boolean streamed) {
    return "{\"model\":\"m\",\"stream\":"
        + streamed
        + ",\"input\":\"hi\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
  }
}
