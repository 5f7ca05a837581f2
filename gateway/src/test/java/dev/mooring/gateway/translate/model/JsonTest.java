package dev.mooring.gateway.translate.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void numbersKeepAllTheirDigits() {
    String text = "{\"b\":1.0,\"a\":100.00,\"c\":12345678901234567890123,\"d\":0.10}";

    JsonNode read = Objects.requireNonNull(Json.readOrNull(text));

    assertThat(Json.text(read)).isEqualTo(text);
  }
}
