package dev.mooring.gateway.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for bytes in a text, eight at a time. */
final class ByteSearch {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long LINE_FEEDS = LOW_BITS * '\n';
  private static final long RETURNS = LOW_BITS * '\r';
  private static final long QUOTES = LOW_BITS * '"';

  private ByteSearch() {}

  /** Where the first LF or CR is; {@code to} where there is none. */
  static int lineEnd(byte[] text, int from, int to) {
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long word = (long) WORDS.get(text, at);
      long found = zeros(word ^ LINE_FEEDS) | zeros(word ^ RETURNS);
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >> 3);
      }
    }
    while (at < to && text[at] != '\n' && text[at] != '\r') {
      at++;
    }
    return at;
  }

  /** Where the first double quote is; {@code to} where there is none. */
  static int quote(byte[] text, int from, int to) {
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long found = zeros((long) WORDS.get(text, at) ^ QUOTES);
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >> 3);
      }
    }
    while (at < to && text[at] != '"') {
      at++;
    }
    return at;
  }

  /** The high bit of the lowest byte that is zero, and perhaps of some above it. */
  private static long zeros(long word) {
    return (word - LOW_BITS) & ~word & HIGH_BITS;
  }
}
