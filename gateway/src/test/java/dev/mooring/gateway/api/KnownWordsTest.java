package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KnownWordsTest {

  private static @Nullable String find(String before, String word, String after) {
    byte[] text = (before + word + after).getBytes(UTF_8);
    return KnownWords.find(text, before.length(), text.length - after.length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "role", "messages", "tool_calls", "reasoning_effort"})
  void aKnownWordIsTheSameTextEachTime(String word) {
    assertThat(find("{\"", word, "\":\"assistant\""))
        .isEqualTo(word)
        .isSameAs(find("", word, "\": null}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "ix",
        "rol",
        "roles",
        "message_",
        "messagez",
        "reasoning_effprt",
        "é",
        "漢"
      })
  void anotherWordIsNotKnown(String word) {
    assertThat(find("{\"", word, "\":\"assistant\"")).isNull();
  }
}
