package dev.mooring.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The search eight bytes at a time, against one byte at a time. */
class ByteSearchTest {
  private static final byte[] ALPHABET = {'\n', '\r', '"', 'a', 0, (byte) 0x8A, (byte) 0xFF, 0x0B};

  @Test
  void findsWhatALookAtEachByteFindsFromAnyPlaceToAny() {
    Random random = new Random(5);
    for (int round = 0; round < 20_000; round++) {
      byte[] text = new byte[random.nextInt(40)];
      int kinds = 1 + random.nextInt(ALPHABET.length);
      for (int i = 0; i < text.length; i++) {
        text[i] = ALPHABET[ALPHABET.length - 1 - random.nextInt(kinds)];
      }
      int from = random.nextInt(text.length + 1);
      int to = from + random.nextInt(text.length - from + 1);
      assertThat(ByteSearch.lineEnd(text, from, to)).isEqualTo(slowly(text, from, to, '\n', '\r'));
      assertThat(ByteSearch.quote(text, from, to)).isEqualTo(slowly(text, from, to, '"', '"'));
    }
  }

  private static int slowly(byte[] text, int from, int to, char one, char other) {
    for (int at = from; at < to; at++) {
      if (text[at] == one || text[at] == other) {
        return at;
      }
    }
    return to;
  }
}
