package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amazon's errors, as bodies and headers tell them. */
final class AwsErrorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          {"message":"slow"}                                     | ThrottlingException:http://internal.amazon.com/coral/ | ThrottlingException | slow
          {"Message":"no"}                                       | AccessDeniedException  | AccessDeniedException | no
          {"__type":"com.amazon.coral#ExpiredTokenException","message":"old"} | -         | ExpiredTokenException | old
          {"message":"m","__type":"ValidationException"}         | OtherException         | ValidationException | m
          {"error":{"type":"t","message":"m"}}                   | OtherException         | t                   | m
          {"message":"m"}                                        | -                      | -                   | m
          """)
  void theTypeIsThatOfTheBodyElseOfTheHeaderWithoutItsSurroundings(
      String body, @Nullable String header, @Nullable String type, String message) {
    UpstreamError error = UpstreamError.read(400, body.getBytes(UTF_8)).typed(header);
    assertThat(error.status()).isEqualTo(400);
    assertThat(error.type()).isEqualTo(type);
    assertThat(error.message()).isEqualTo(message);
  }
}
