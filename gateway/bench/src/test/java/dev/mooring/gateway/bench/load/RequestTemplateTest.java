package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The requests that are sent. */
final class RequestTemplateTest {
  private static final Endpoint ENDPOINT =
      Endpoint.local(8080, "bench", Map.of("x-session-id", "s-" + RequestTemplate.SLOT));

  @ParameterizedTest
  @EnumSource(Shape.class)
  void aBodyHasTheLengthOfItsShapeAndIsJson(Shape shape) throws IOException {
    String request = text(ENDPOINT.request(shape).of(7));
    String body = request.substring(request.indexOf("\r\n\r\n") + 4);

    assertThat(body).hasSize(shape.bytes());
    assertThat(request).contains("content-length: " + shape.bytes() + "\r\n");
    JsonNode tree = new ObjectMapper().readTree(body);
    assertThat(tree.path("stream").asBoolean()).isEqualTo(shape.stream());
    assertThat(tree.path("tools")).isNotEmpty();
  }

  @Test
  void theNumberOfTheSessionStandsInHeadAndBody() {
    String request = text(ENDPOINT.request(Shape.UNARY_2K).of(42));

    assertThat(request).contains("x-session-id: s-00000042\r\n", "Session 00000042: ");
    assertThat(request).doesNotContain(RequestTemplate.SLOT);
  }

  @Test
  void thePartsJoinedByTheNumberAreTheRequest() {
    RequestTemplate template = ENDPOINT.request(Shape.UNARY_2K);

    String joined =
        template.parts().stream()
            .map(RequestTemplateTest::text)
            .collect(Collectors.joining(RequestTemplate.digits(9)));

    assertThat(joined).isEqualTo(text(template.of(9)));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
