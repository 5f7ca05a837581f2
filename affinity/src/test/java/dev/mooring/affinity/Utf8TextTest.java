package dev.mooring.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8TextTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aBeginningHasSoManyCodePoints(long seed) {
    Random random = new Random(seed);
    String[] characters = {"a", "é", "漢", "😀"};
    for (int i = 0; i < 200; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(60);
      int kinds = 1 + random.nextInt(characters.length);
      for (int j = 0; j < length; j++) {
        text.append(characters[random.nextInt(kinds)]);
      }
      int cut = random.nextInt(length + 2);
      String expected = text.substring(0, text.offsetByCodePoints(0, Math.min(cut, length)));
      Utf8Text whole = within(text.toString());
      assertThat(whole.codePoints()).isEqualTo(length);
      assertThat(whole.beginning(cut)).hasToString(expected);
      assertThat(whole.beginning(cut).length())
          .isEqualTo(expected.getBytes(StandardCharsets.UTF_8).length);
    }
  }

  @Test
  void theHashIsThatOfTheTextWhereverItStandsAndOfWhatCameBefore() {
    Random random = new Random(9);
    Set<Long> hashes = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[1 + i % 40];
      random.nextBytes(bytes);
      String text = i + new String(bytes, StandardCharsets.ISO_8859_1);
      assertThat(within(text).hash(i)).isEqualTo(Utf8Text.of(text).hash(i));
      hashes.add(Utf8Text.of(text).hash(0));
      hashes.add(Utf8Text.of(text).hash(1));
    }
    assertThat(hashes).hasSize(4_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n\r", "\u2003", " \u3000", "\u001c"})
  void whiteSpaceIsBlank(String text) {
    assertThat(within(text).isBlank()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", " x", "\u2003é", "\u0001", "\u00a0"})
  void anythingElseIsNot(String text) {
    assertThat(within(text).isBlank()).isFalse();
  }

  @Test
  void itBeginsWithItsFirstCharacters() {
    assertThat(within("header: x").startsWith("header:")).isTrue();
    assertThat(within("header").startsWith("header:")).isFalse();
    assertThat(within("heater: x").startsWith("header:")).isFalse();
  }

  @Test
  void toolsAddedOneByOneAreTheSetOfThem() {
    Utf8Text name = within("read");
    Utf8Text description = within("Reads a file");
    Utf8Text schema = within("{\"type\":\"object\"}");
    ToolSet set =
        ToolSet.builder()
            .add(within("write"), Utf8Text.EMPTY, Utf8Text.EMPTY)
            .add(name, description, schema)
            .add(name, description, schema)
            .build();
    String oneByOne =
        Fingerprint.builder("acme")
            .tool("read", "Reads a file", "{\"type\":\"object\"}".getBytes(StandardCharsets.UTF_8))
            .tool("write", "", new byte[0])
            .finish();
    assertThat(Fingerprint.builder("acme").tools(set).finish()).isEqualTo(oneByOne);
  }

  /** A text within a larger array. */
  private static Utf8Text within(String text) {
    byte[] around = ("é" + text + "x😀").getBytes(StandardCharsets.UTF_8);
    return new Utf8Text(around, 2, around.length - 5);
  }
}
