package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scanner sees the tokens that Jackson's parser sees, and refuses what it refuses. */
final class JsonScannerTest {
  private static final int MUTANTS = 150;

  /** So much white space before a text makes it long enough for a {@link StopWindow}. */
  private static final String LONG = " ".repeat(9_000);

  /** Keeps Jackson from guessing another encoding from the first bytes. */
  private static final String SHORT = " ".repeat(4);

  private static final JsonFactory JACKSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JsonScanner.MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final String BODY =
      "{\"model\":\"m\",\"stream\":true ,"
          + " \"n\":[0,-1,1.5,2e3,-0.0E-10,12345678901234567890],\"text\":\"a\\\"b\\\\c\\/d\\b\\f\\n"
          + "\\r"
          + "\\t\\u0041\\u00e9\\ud83d\\ude00 é漢😀\",\r\n"
          + "\t\"tools\":[{\"name\":\"t\",\"input_schema\":{\"a\":[],\"b\":{},\"c\":null}}],\"\\u006dodel\":\"C:\\\\dir\\\\\\\"x\\\\\",\"messages\":[[[{\"a\":false}]],\"\",\""
          + " \"]}";

  private static LongStream seeds() {
    return LongStream.range(0, 40);
  }

  /** A token, where it stands, and its text. */
  private record Token(JsonToken kind, int start, @Nullable String text) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "0",
        "-0",
        "1.0",
        "1e1",
        "1E+1",
        "1.5e-3",
        "\"\"",
        "true",
        "false",
        "null",
        " [ ] ",
        "[1 ,2]",
        "{\"a\" : 1}",
        "{\"a\":1,\"a\":2}",
        "\"\\u0000\"",
        "\"\u007f\"",
        "\"\\uD83D\\uDE00\"",
        "[[[[]]]]",
        "\"\u2028\"",
        "\"\\\\\"",
        "\"\\\\\\\"\"",
        "9223372036854775808",
        "01",
        "-",
        "-01",
        "+1",
        "1.",
        ".5",
        "1e",
        "1e+",
        "0x1",
        "NaN",
        "Infinity",
        "-Infinity",
        "1_0",
        "",
        " ",
        "[",
        "]",
        "{",
        "}",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "[}",
        "{]",
        "{\"a\":1]",
        "[1}",
        "[]]",
        "{}}",
        "[] []",
        "1 2",
        "tru",
        "truee",
        "True",
        "nul",
        "fals",
        "nulll",
        "\"",
        "\"\\\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u\"",
        "\"\\u12\"",
        "\"\\u123g\"",
        "\"\n\"",
        "\"\t\"",
        "\"\u0000\"",
        "\"\u001f\"",
        "\u0000",
        "[\u0000]",
        "\u00a0[]",
        "\ufeff[]",
        "//a\n[]",
        "/**/[]",
        "[\"a\",\n\"b\"]",
        "[\u000c]",
        "[\"a\"b]",
        "'a'",
        "[\"\\a\"]",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83d\\u0041\"",
        "\"\\ud83d\\ud83d\\ude00\""
      })
  void aTextIsReadAsJacksonReadsIt(String text) throws IOException {
    requireSame((SHORT + text).getBytes(UTF_8));
    requireSame((LONG + text).getBytes(UTF_8));
    requireSame((SHORT + "{\"a\":[" + text + "]}").getBytes(UTF_8));
    requireSame((LONG + "{\"a\":[" + text + "],\"b\":" + text + "}").getBytes(UTF_8));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aDamagedTextIsReadOrRefusedAsJacksonDoes(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < MUTANTS; i++) {
      byte[] damaged = damaged(BODY.getBytes(UTF_8), random);
      requireSame(join(SHORT.getBytes(UTF_8), damaged));
      if (i % 10 == 0) {
        requireSame(join(LONG.getBytes(UTF_8), damaged));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aLongStringOfEscapesEndsWhereJacksonSees(long seed) throws IOException {
    Random random = new Random(seed);
    String[] pieces = {
      "\\\\", "\\\"", "\\n", "\\t", "\\u0041", "\\/", "x", "lines of text", "é", "漢"
    };
    StringBuilder text = new StringBuilder("    [");
    while (text.length() < 15_000) {
      text.append(text.length() > 5 ? "," : "").append('"');
      int length = text.length() + (random.nextInt(4) == 0 ? 9_000 : random.nextInt(300));
      int kinds = 1 + random.nextInt(pieces.length);
      while (text.length() < length) {
        text.append(pieces[random.nextInt(kinds)]);
      }
      text.append('"');
    }
    byte[] json = text.append(']').toString().getBytes(UTF_8);
    requireSame(json);
    for (int i = 0; i < 10; i++) {
      requireSame(join(SHORT.getBytes(UTF_8), damaged(json, random)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {511, 512, 513})
  void theDeepestNestingIsJacksons(int depth) throws IOException {
    requireSame((SHORT + "[".repeat(depth) + "]".repeat(depth)).getBytes(UTF_8));
    requireSame((SHORT + "{\"a\":".repeat(depth) + "1" + "}".repeat(depth)).getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(ints = {999, 1_000, 1_001})
  void theLongestNumberIsJacksons(int digits) throws IOException {
    requireSame((SHORT + "[-" + "9".repeat(digits) + "]").getBytes(UTF_8));
    requireSame((SHORT + "[-0." + "9".repeat(digits - 1) + "]").getBytes(UTF_8));
    requireSame((SHORT + "[1." + "9".repeat(digits - 2) + "e-1]").getBytes(UTF_8));
  }

  @Test
  void everyCharacterAfterABackslashIsJudgedAsJacksonDoes() throws IOException {
    for (int c = 0; c < 256; c++) {
      byte[] json = (LONG + "[\"plain text \\? and more of it\"]").getBytes(UTF_8);
      json[LONG.length() + 14] = (byte) c;
      requireSame(json);
      requireSame(Arrays.copyOfRange(json, LONG.length() - 4, json.length));
    }
  }

  @Test
  void everyBeginningOfACharacterIsJudgedAsJacksonDoes() throws IOException {
    int[] seconds = {0x22, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
    for (int first = 0x80; first < 0x100; first++) {
      for (int second : seconds) {
        for (int more = 0; more < 4; more++) {
          byte[] character = {(byte) first, (byte) second, (byte) 0x80, (byte) 0xBF};
          byte[] json = join((SHORT + "[\"").getBytes(UTF_8), Arrays.copyOf(character, more + 1));
          requireSame(join(json, "\"]".getBytes(UTF_8)));
        }
      }
    }
  }

  /** Requires that the scanner and Jackson agree on a text, however it is read. */
  private static void requireSame(byte[] json) throws IOException {
    String shown = new String(json, ISO_8859_1).strip();
    if (!isUtf8(json)) {
      assertThat(tokens(json, true)).as(shown).isNull();
      assertThat(skips(json, true)).as(shown).isFalse();
      if (jacksonPasses(json)) {
        assertThat(tokens(json, false)).as(shown).isNotNull();
        assertThat(skips(json, false)).as(shown).isTrue();
      }
      return;
    }
    List<Token> expected = jackson(json);
    boolean strict = expected != null && expected.stream().allMatch(JsonScannerTest::whole);
    assertThat(tokens(json, false)).as(shown).isEqualTo(expected);
    assertThat(tokens(json, true)).as(shown).isEqualTo(strict ? expected : null);
    assertThat(skips(json, false)).as(shown).isEqualTo(expected != null);
    assertThat(skips(json, true)).as(shown).isEqualTo(strict);
  }

  /** Whether Jackson passes over a text whose strings nobody looks at. */
  private static boolean jacksonPasses(byte[] json) throws IOException {
    try (JsonParser parser = JACKSON.createParser(json)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /** What Jackson sees, or null where it refuses. */
  private static @Nullable List<Token> jackson(byte[] json) throws IOException {
    List<Token> tokens = new ArrayList<>();
    try (JsonParser parser = JACKSON.createParser(json)) {
      int depth = 0;
      while (parser.nextToken() != null) {
        JsonToken kind = parser.currentToken();
        if (depth == 0 && !tokens.isEmpty()) {
          return null;
        }
        depth += kind.isStructStart() ? 1 : kind.isStructEnd() ? -1 : 0;
        int start = (int) parser.currentTokenLocation().getByteOffset();
        tokens.add(new Token(kind, start, parser.getText()));
      }
    } catch (JsonProcessingException e) {
      return null;
    }
    return tokens.isEmpty() ? null : tokens;
  }

  /** What the scanner sees, or null where it refuses. */
  private static @Nullable List<Token> tokens(byte[] json, boolean strict) {
    List<Token> tokens = new ArrayList<>();
    try (JsonCursor cursor = cursor(json, strict)) {
      int depth = 0;
      while (true) {
        JsonToken kind = kind(cursor);
        tokens.add(new Token(kind, cursor.start(), cursor.text()));
        depth += kind.isStructStart() ? 1 : kind.isStructEnd() ? -1 : 0;
        if (depth == 0) {
          cursor.finish();
          return tokens;
        }
        cursor.next();
      }
    } catch (MalformedJsonException e) {
      return null;
    }
  }

  /** Whether the scanner passes over the value in one go, and nothing follows. */
  private static boolean skips(byte[] json, boolean strict) {
    try (JsonCursor cursor = cursor(json, strict)) {
      cursor.skip();
      cursor.finish();
      return true;
    } catch (MalformedJsonException e) {
      return false;
    }
  }

  private static JsonCursor cursor(byte[] json, boolean strict) {
    return strict ? JsonCursor.strict(json, new LongStrings()) : JsonCursor.of(json);
  }

  private static JsonToken kind(JsonCursor cursor) {
    return Arrays.stream(JsonToken.values()).filter(cursor::at).findFirst().orElseThrow();
  }

  private static boolean isUtf8(byte[] json) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Whether a token has no half of a surrogate pair. */
  private static boolean whole(Token token) {
    return token.text() == null || UTF_8.newEncoder().canEncode(token.text());
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  /** The text with a few bytes changed, taken out or put in. */
  private static byte[] damaged(byte[] text, Random random) {
    byte[] bytes = text.clone();
    int damages = 1 + random.nextInt(3);
    for (int i = 0; i < damages; i++) {
      int at = random.nextInt(bytes.length);
      byte any =
          (byte)
              (random.nextBoolean()
                  ? random.nextInt(256)
                  : "\"\\{}[],:0 -nue.".charAt(random.nextInt(15)));
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = any;
        case 1 ->
            bytes = join(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + 1, bytes.length));
        case 2 -> {
          byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
          bytes = join(join(Arrays.copyOf(bytes, at), new byte[] {any}), rest);
        }
        default -> bytes = random.nextInt(10) == 0 ? Arrays.copyOf(bytes, at + 1) : bytes;
      }
    }
    return bytes;
  }
}
