package dev.mooring.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCursorTest {
  private static JsonCursor cursor(String json) {
    return JsonCursor.of(json.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"plain\"",
        "\"é😀\"",
        "\"\\u00e9\\ud83d\\ude00\"",
        "\"a\\\"b\\\\\"",
        "\"\\\\\\\"\\n\\/\""
      })
  void aBeginningIsAPrefixOfTheTextWhereverItEnds(String json) {
    try (JsonCursor whole = cursor(json + " ")) {
      String text = whole.text();
      for (int n = 0; n <= 12; n++) {
        try (JsonCursor part = cursor(json)) {
          assertThat(text).startsWith(part.beginning(n));
          assertThat(part.end()).isEqualTo(json.getBytes(StandardCharsets.UTF_8).length);
        }
      }
      try (JsonCursor part = cursor(json)) {
        assertThat(part.beginning(12)).isEqualTo(text);
      }
    }
  }

  @Test
  void aBeginningHasAtLeastSoManyCharacters() {
    try (JsonCursor json = cursor("\"" + "é".repeat(50) + "\\n".repeat(50) + "\"")) {
      assertThat(json.beginning(60)).hasSizeBetween(60, 100).startsWith("é".repeat(50) + "\n");
    }
  }

  @Test
  void manyNamesAreReadButNotAFloodOfThoseThatCollide() {
    StringBuilder json = new StringBuilder("{\"a\":0");
    for (int i = 0; i < 50_000; i++) {
      json.append(",\"name ").append(i * 7919L).append("\":0");
    }
    try (JsonCursor cursor = cursor(json.append('}').toString())) {
      cursor.skip();
      cursor.finish();
    }
    assertThat(JsonCursor.JSON.isEnabled(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"open", "\"open\\", "\"open\\\"", "\"open\\u00"})
  void aStringWithoutAnEndIsMalformed(String json) {
    try (JsonCursor cursor = cursor(json)) {
      assertThatThrownBy(cursor::end).isInstanceOf(MalformedJsonException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\\n\\t\\r", "\\u0020", "\\u000A\\u000d \\u0009"})
  void whiteSpaceIsBlankHoweverItIsEscaped(String text) {
    try (JsonCursor json = cursor("\"" + text + "\"")) {
      assertThat(json.blank()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", " x", "\\\"", "\\\\", "\\u0041", "\\n\\u00200"})
  void whatHoldsAnythingElseIsNot(String text) {
    try (JsonCursor json = cursor("\"" + text + "\"")) {
      assertThat(json.blank()).isFalse();
    }
  }
}
