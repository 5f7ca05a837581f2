package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.UpstreamError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureClassTest {
  @ParameterizedTest
  @CsvSource({
    "400, CALLER_FAULT",
    "413, CALLER_FAULT",
    "422, CALLER_FAULT",
    "405, REFUSED",
    "406, REFUSED",
    "415, REFUSED",
    "418, REFUSED",
    "421, REFUSED",
    "431, REFUSED",
    "499, REFUSED",
    "413, CALLER_FAULT",
    "401, REJECTED",
    "402, REJECTED",
    "403, REJECTED",
    "404, REJECTED",
    "410, REJECTED",
    "451, REJECTED",
    "429, RATE_LIMITED",
    "408, UNAVAILABLE",
    "409, UNAVAILABLE",
    "424, UNAVAILABLE",
    "425, UNAVAILABLE",
    "500, UNAVAILABLE",
    "502, UNAVAILABLE",
    "503, UNAVAILABLE",
    "504, UNAVAILABLE",
    "529, UNAVAILABLE",
  })
  void aStatusAloneSaysTheKind(int status, FailureClass kind) {
    assertThat(FailureClass.of(error(status, null, null, "no"))).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "429, insufficient_quota, insufficient_quota, REJECTED",
    "429, usage_limit_reached,, REJECTED",
    "400, billing_error,, REJECTED",
    "400, invalid_request_error, model_not_found, REJECTED",
    "400, invalid_request_error, invalid_api_key, REJECTED",
    "403, request_forbidden, unsupported_country_region_territory, REJECTED",
    "429, rate_limit_error,, RATE_LIMITED",
    "400, INVALID_ARGUMENT, API_KEY_INVALID, REJECTED",
    "400, INVALID_ARGUMENT, 400, CALLER_FAULT",
    "429, RESOURCE_EXHAUSTED, 429, RATE_LIMITED",
    "403, PERMISSION_DENIED, SERVICE_DISABLED, REJECTED",
    "429, ThrottlingException,, RATE_LIMITED",
    "429, ModelNotReadyException,, RATE_LIMITED",
    "400, ServiceQuotaExceededException,, REJECTED",
    "400, ValidationException,, CALLER_FAULT",
    "403, ExpiredTokenException,, REJECTED",
    "400, invalid_request_error, invalid_encrypted_content, CALLER_FAULT",
    "400, invalid_request_error, context_length_exceeded, CALLER_FAULT",
  })
  void codeAndTypeOutrankTheStatus(
      int status, String type, @Nullable String code, FailureClass kind) {
    assertThat(FailureClass.of(error(status, type, code, "no"))).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "Your credit balance is too low to access the Anthropic API., REJECTED",
    "You have reached your specified API usage limits., REJECTED",
    "User location is not supported for the API use., REJECTED",
    "The provided model identifier is invalid., REJECTED",
    "Invocation of model ID x with on-demand throughput isn\u2019t supported., REJECTED",
    "messages: at least one message is required, CALLER_FAULT",
  })
  void anExhaustedAccountOrABlockedRegionIsToldByThe400sWordsAlone(
      String message, FailureClass kind) {
    assertThat(FailureClass.of(error(400, "invalid_request_error", null, message))).isEqualTo(kind);
  }

  private static UpstreamError error(
      int status, @Nullable String type, @Nullable String code, String message) {
    return new UpstreamError(status, type, code, message, null);
  }
}
