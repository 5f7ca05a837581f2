package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A provider's error reaches the caller in the shape of the API that was called. */
class ForeignErrorsTest extends FailoverPair {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CHAT|422|{\"detail\":\"Not this\"}|Not this",
        "RESPONSES|400|{\"error\":\"Not this\"}|Not this",
        "CHAT|400|{oops|{oops",
        "MESSAGES|400|{\"error\":{\"message\":\"Not this\",\"type\":\"x\"}}|Not this"
      })
  void itIsPutInThatShapeWhereItHasAnother(
      SampleTurn api, int status, String body, String message) {
    breakFirst(Fault.status(status).withBody(body).withHeader("x-theirs", "yes"));
    Answer answer = wire.post(api.path(), api.document());
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().path("error").path("message").asText()).isEqualTo(message);
    assertThat(answer.json().path("error").path("type").asText()).isNotBlank();
    assertThat(answer.json().path("type").asText())
        .isEqualTo(api == SampleTurn.MESSAGES ? "error" : "");
    assertThat(answer.gateway().has("routing")).isTrue();
    assertThat(answer.header("x-theirs")).isEqualTo("yes");
  }
}
