package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.Api;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of providers, and errors of ours. */
final class ErrorsTest {

  private static UpstreamError read(String body) {
    return UpstreamError.read(500, body.getBytes(UTF_8));
  }

  @Test
  void anErrorIsReadInEveryShape() {
    assertThat(read("{\"error\":{\"message\":\"m\",\"type\":\"t\",\"param\":null,\"code\":\"c\"}}"))
        .isEqualTo(new UpstreamError(500, "t", "c", "m", null));
    assertThat(read("{\"type\":\"error\",\"error\":{\"type\":\"t\",\"message\":\"m\"}}"))
        .isEqualTo(new UpstreamError(500, "t", null, "m", null));
    assertThat(read("{\"error\":\"m\",\"type\":\"t\",\"statusCode\":400}"))
        .isEqualTo(new UpstreamError(500, "t", null, "m", null));
    assertThat(read("{\"error\":{\"code\":429,\"message\":\"m\",\"status\":\"EXHAUSTED\"}}"))
        .isEqualTo(new UpstreamError(500, "EXHAUSTED", "429", "m", null));
    assertThat(read("{\"message\":\"m\"}"))
        .isEqualTo(new UpstreamError(500, null, null, "m", null));
    assertThat(read("{\"detail\":\"m\"}")).isEqualTo(new UpstreamError(500, null, null, "m", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "[%s]", " [ %s\n]"})
  void googlesErrorTellsItsReasonAndHowLongToWait(String shape) {
    String error =
        """
        {"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED","details":[
          {"@type":"type.googleapis.com/google.rpc.Help","links":[{"url":"u"}]},
          {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"RATE_LIMIT_EXCEEDED",
           "metadata":{"reason":"other"}},
          {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.0748242s"}]}}
        """;
    assertThat(read(shape.formatted(error)))
        .isEqualTo(
            new UpstreamError(
                500,
                "RESOURCE_EXHAUSTED",
                "RATE_LIMIT_EXCEEDED",
                "slow down",
                Duration.ofMillis(34_075)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"34\"", "\"-1s\"", "34", "{}", "\"1m\"", "null"})
  void aWaitThatIsNoDurationIsNone(String delay) {
    String body = "{\"error\":{\"message\":\"m\",\"details\":[{\"retryDelay\":" + delay + "}]}}";
    assertThat(read(body)).isEqualTo(new UpstreamError(500, null, null, "m", null));
  }

  @Test
  void aBodyThatIsNoJsonIsReadAsText() {
    assertThat(read(" upstream connect error ").message()).isEqualTo("upstream connect error");
    assertThat(read("<html>x</html>").message()).contains("500").doesNotContain("<");
    assertThat(read("").message()).contains("500");
    assertThat(read("x".repeat(9000)).message()).hasSize(500);
    assertThat(read("{\"error\":").message()).isEqualTo("{\"error\":");
    assertThat(read("[1]").message()).isNotBlank();
    assertThat(read("{\"error\":{\"message\":{\"a\":[1]},\"code\":[]}}").message()).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"error":{"message":"m"}}   | {"error":{"message":"m"},"provider_metadata":{}}
          {}                          | {"provider_metadata":{}}
          <html>                      | <html>
          [1]                         | [1]
          {"error":                   | {"error":
          """)
  void theMetadataStandsBesideTheErrorOfAJsonBody(String body, String expected) {
    byte[] placed = UpstreamError.withMetadata(body.getBytes(UTF_8), "{}".getBytes(UTF_8));

    assertThat(placed).asString(UTF_8).isEqualTo(expected);
  }

  @Test
  void anErrorOfOursTakesTheShapeOfTheApi() {
    ApiError error = ApiError.unknownModel("a\"b");

    assertThat(ApiError.body(Api.CHAT, error, "req_1", null))
        .asString(UTF_8)
        .isEqualTo(
            "{\"error\":{\"message\":\"The model 'a\\\"b' does not exist\",\"type\":"
                + "\"invalid_request_error\",\"param\":\"model\",\"code\":\"model_not_found\"}}");
    assertThat(ApiError.body(Api.MESSAGES, error, "req_1", "{\"g\":1}".getBytes(UTF_8)))
        .asString(UTF_8)
        .isEqualTo(
            "{\"type\":\"error\",\"error\":{\"type\":\"not_found_error\",\"message\":"
                + "\"The model 'a\\\"b' does not exist\"},\"request_id\":\"req_1\","
                + "\"provider_metadata\":{\"g\":1}}");
    assertThat(ApiError.body(null, ApiError.timeout("late"), "r", "{}".getBytes(UTF_8)))
        .asString(UTF_8)
        .isEqualTo(
            "{\"error\":{\"message\":\"late\",\"type\":\"server_error\",\"param\":null,"
                + "\"code\":\"timeout\"},\"provider_metadata\":{}}");
  }

  @ParameterizedTest
  @CsvSource({
    "400, invalid_request_error",
    "401, authentication_error",
    "402, billing_error",
    "403, permission_error",
    "404, not_found_error",
    "405, invalid_request_error",
    "409, invalid_request_error",
    "413, request_too_large",
    "415, invalid_request_error",
    "429, rate_limit_error",
    "500, api_error",
    "502, api_error",
    "503, overloaded_error",
    "504, timeout_error",
    "529, overloaded_error"
  })
  void anthropicsTypeFollowsFromTheStatus(int status, String type) {
    ApiError error = new ApiError(status, "x", "m", null, null);

    assertThat(ApiError.body(Api.MESSAGES, error, "r", null))
        .asString(UTF_8)
        .contains("\"error\":{\"type\":\"" + type + "\"");
  }

  @Test
  void everyErrorHasItsStatus() {
    assertThat(ApiError.unknownKey().status()).isEqualTo(401);
    assertThat(ApiError.notAllowed("m").status()).isEqualTo(403);
    assertThat(ApiError.unknownModel("m").status()).isEqualTo(404);
    assertThat(ApiError.tooLarge(1).status()).isEqualTo(413);
    assertThat(ApiError.rateLimited("m").status()).isEqualTo(429);
    assertThat(ApiError.unavailable("m").status()).isEqualTo(503);
    assertThat(ApiError.badGateway("m").status()).isEqualTo(502);
    assertThat(ApiError.timeout("m").status()).isEqualTo(504);
    assertThat(ApiError.continuityLost("m"))
        .extracting(ApiError::status, ApiError::code)
        .containsExactly(409, "continuity_lost");
    assertThat(ApiError.unsupportedMediaType("m").status()).isEqualTo(415);
    assertThat(ApiError.methodNotAllowed("m").status()).isEqualTo(405);
    assertThat(ApiError.notFound("m").status()).isEqualTo(404);
    assertThat(ApiError.invalid(new InvalidRequestException("f", "m")))
        .isEqualTo(new ApiError(400, "invalid_request_error", "m", "f", null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"error\":{\"message\":\"x\"}}|true|false",
        "{\"type\":\"error\",\"error\":{\"message\":\"x\"}}|true|true",
        "{\"detail\":\"Not Found\"}|false|false",
        "{\"error\":\"x\"}|false|false",
        "{oops|false|false",
        "{\"error\":{}} more|false|false",
        "[]|false|false"
      })
  void anErrorHasAnApisShapeOrNot(String body, boolean openAi, boolean anthropic) {
    byte[] bytes = body.getBytes(UTF_8);
    assertThat(UpstreamError.hasShape(Api.CHAT, bytes)).isEqualTo(openAi);
    assertThat(UpstreamError.hasShape(null, bytes)).isEqualTo(openAi);
    assertThat(UpstreamError.hasShape(Api.MESSAGES, bytes)).isEqualTo(anthropic);
  }
}
