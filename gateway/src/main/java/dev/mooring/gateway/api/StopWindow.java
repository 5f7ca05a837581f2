package dev.mooring.gateway.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The places in a long text at which the reading of a string has to look: its closing quote, a
 * control character, a character beyond ASCII, and any escape but the common ones (a quote, a line
 * end, a tab, a return). They are found for thousands of bytes at once by loops without a branch,
 * which the compiler turns into vector instructions; the common escapes then cost nothing, though
 * nobody can predict where in a text they stand.
 *
 * <p>Each byte is judged by itself and the byte before it, which is taken for the beginning of an
 * escape where it is a backslash or beyond ASCII. Two backslashes in a row and all beyond ASCII are
 * places to look at, so that whoever looks knows better, and looks at the byte after them as well.
 */
final class StopWindow {
  private static final int SIZE = 4_096;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  private final byte[] json;
  private final int limit;
  private final byte[] text = new byte[SIZE];
  private final byte[] before = new byte[SIZE];

  /**
   * The high bit of each byte is set where there is a place to look at; the others mean nothing.
   */
  private final byte[] stops = new byte[SIZE + 5 * Long.BYTES];

  private int start;
  private int end;

  /** A window on a text, which has not been read yet. */
  StopWindow(byte[] json, int limit) {
    this.json = json;
    this.limit = limit;
  }

  /** The first place to look at, from a place after the text's first byte on, or the limit. */
  int next(int from) {
    int at = from;
    while (at < limit) {
      if (at >= end || at < start) {
        read(at);
      }
      at = start + stop(at - start);
      if (at < end) {
        return at;
      }
    }
    return limit;
  }

  /** Whether the byte after one may be a place to look at without being found. */
  static boolean misjudgedAfter(byte before) {
    return before == '\\' || before < 0;
  }

  /** The first place of the window to look at, from one of its places on; at most its end. */
  private int stop(int from) {
    int at = from;
    long found = word(at);
    while (found == 0) {
      at += Long.BYTES;
      found = word(at);
      if (found == 0 && (word(at + 8) | word(at + 16) | word(at + 24)) == 0) {
        at += 3 * Long.BYTES;
        found = word(at);
      }
    }
    return at + (Long.numberOfTrailingZeros(found) >>> 3);
  }

  /** The places to look at among eight. */
  private long word(int at) {
    return (long) WORDS.get(stops, at) & HIGH_BITS;
  }

  /** Moves the window to a place. */
  private void read(int at) {
    int length = Math.min(SIZE, limit - at);
    System.arraycopy(json, at, text, 0, length);
    System.arraycopy(json, at - 1, before, 0, length);
    markLetters(text, stops, length);
    markEnds(text, before, stops, length);
    markForeign(text, stops, length);
    WORDS.set(stops, length, HIGH_BITS);
    start = at;
    end = at + length;
  }

  // Three short loops: how long one may be for the compiler to vectorize it differs between virtual
  // machines.

  /** Marks two of the letters that are common after a backslash. */
  private static void markLetters(byte[] text, byte[] marks, int length) {
    for (int i = 0; i < length; i++) {
      marks[i] = (byte) (((text[i] ^ 'n') - 1) | ((text[i] ^ 't') - 1));
    }
  }

  /** Marks quotes that are not escaped, and escapes that are not common, given those letters. */
  private static void markEnds(byte[] text, byte[] before, byte[] marks, int length) {
    for (int i = 0; i < length; i++) {
      int escaped = (before[i] ^ '\\') - 1;
      int common = marks[i] | ((text[i] ^ 'r') - 1);
      marks[i] = (byte) ((((text[i] ^ '"') - 1) ^ escaped) & ~(escaped & common));
    }
  }

  /** Adds control characters and all beyond ASCII. */
  private static void markForeign(byte[] text, byte[] marks, int length) {
    for (int i = 0; i < length; i++) {
      marks[i] = (byte) (marks[i] | (text[i] - ' ') | text[i]);
    }
  }
}
