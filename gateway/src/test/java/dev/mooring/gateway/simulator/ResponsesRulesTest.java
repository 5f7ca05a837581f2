package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that OpenAI's Responses refuse, in their words. */
final class ResponsesRulesTest {
  @RegisterExtension
  final RunningSimulator running = new RunningSimulator(SimulatedKey.of("a", "key-a"));

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "[[]], tools[0], `an object, but got an array`",
        "[5], tools[0], `an object, but got an integer`",
        "[null], tools[0], `an object, but got null`",
        "`[{\"type\":\"web_search\"},\"x\"]`, tools[1], `an object, but got a string`",
        "{\"a\":1.5}, tools, `an array of objects, but got an object`",
        "true, tools, `an array of objects, but got a boolean`"
      })
  void toolsAreAnArrayOfObjects(String tools, String field, String words) {
    for (String path : new String[] {"/v1/responses", "/v1/responses/compact"}) {
      for (boolean stream : new boolean[] {false, true}) {
        JsonNode error =
            running.calls().refused(400, path, "key-a", body(tools, stream)).path("error");

        assertThat(error.path("message").asText())
            .isEqualTo("Invalid type for '" + field + "': expected " + words + " instead.");
        assertThat(error.path("type").asText()).isEqualTo("invalid_request_error");
        assertThat(error.path("code").asText()).isEqualTo("invalid_type");
        assertThat(error.path("param").asText()).isEqualTo(field);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "[{}]"})
  void noToolsAndEmptyOnesAreAnswered(String tools) {
    running.calls().ok("/v1/responses", "key-a", body(tools, false));
  }

  private static String body(String tools, boolean stream) {
    return "{\"model\":\"m\",\"input\":\"hi\",\"stream\":" + stream + ",\"tools\":" + tools + "}";
  }
}
