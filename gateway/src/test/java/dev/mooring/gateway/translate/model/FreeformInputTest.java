package dev.mooring.gateway.translate.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreeformInputTest {
  private final FreeformInput input = new FreeformInput();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*** Begin Patch\n+a \"b\" \\ \t\r\b\f/\n",
        "",
        "日本語 😀",
        "\u0001\u2028",
        "{\"input\":\"nested\"}"
      })
  void theTextIsToldLetterByLetter(String text) {
    String arguments = FreeformInput.arguments(text);
    StringBuilder told = new StringBuilder();
    for (int i = 0; i < arguments.length(); i++) {
      told.append(input.add(arguments.substring(i, i + 1)));
    }
    told.append(input.end());
    assertThat(told).hasToString(text);
    assertThat(input.text()).isEqualTo(text);
  }

  @Test
  void escapesOfUnicodeAreRead() {
    input.add("{ \"input\" : \"\\u00e9\\ud83d\\ude00\\/\" }");
    assertThat(input.text()).isEqualTo("é😀/");
  }

  @Test
  void argumentsWithOtherMembersFirstAreReadAtTheEnd() {
    String arguments = "{\"note\":1,\"input\":\"text\"}";
    assertThat(input.add(arguments)).isEmpty();
    assertThat(input.end()).isEqualTo("text");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"other\":1}", "no JSON", "{\"input\":5}"})
  void otherArgumentsAreTheTextThemselves(String arguments) {
    assertThat(input.add(arguments)).isEmpty();
    assertThat(input.end()).isEqualTo(arguments);
  }

  @Test
  void nothingIsToldTwice() {
    String arguments = "{\"input\":\"a\"}";
    assertThat(input.add(arguments)).isEqualTo("a");
    assertThat(input.end()).isEmpty();
  }
}
