package dev.mooring.gateway.translate.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void numbersKeepAllTheirDigits() {
    String text = "{\"b\":1.0,\"a\":100.00,\"c\":12345678901234567890123,\"d\":0.10}";

    JsonNode read = Objects.requireNonNull(Json.readOrNull(text));

    assertThat(Json.text(read)).isEqualTo(text);
  }

  @Test
  void aNumberThatNothingCanHoldIsNoJson() {
    String text = "{\"a\":1e99999999999}";

    assertThat(Json.readOrNull(text)).isNull();
    assertThatExceptionOfType(JsonProcessingException.class)
        .isThrownBy(() -> Json.read(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aFieldThatIsBeyondAllNumbersIsRefusedByName() {
    byte[] body = "{\"temperature\":1e400}".getBytes(StandardCharsets.UTF_8);

    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> JsonField.body(body).get("temperature").number())
        .satisfies(refused -> assertThat(refused.field()).isEqualTo("temperature"));
  }
}
