package dev.mooring.gateway.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * Hashes of a text's beginnings, one for each {@value #BLOCK} bytes, made in one pass at the speed
 * of memory. They are keyed by what the process drew at its start and tells nobody, so that texts
 * that collide cannot be looked for.
 *
 * <p>A block is hashed as NH does (RFC 4418, section 5.2.2) with words of 64 bits, but that the low
 * and the high halves of the products are added up apart: two blocks collide for two keys in
 * 2<sup>64</sup>, since for all words of the key but one, no more than two values of that one make
 * both sums equal. The blocks' hashes are the coefficients of two polynomials modulo 2<sup>61</sup>
 * - 1 at secret points.
 */
final class PrefixHashes {
  static final int BLOCK = 8_192;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = (1L << 61) - 1;
  private static final long LOW_HALF = 0xFFFFFFFFL;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long[] KEY = RANDOM.longs(BLOCK / Long.BYTES).toArray();
  private static final long FIRST_POINT = RANDOM.nextLong(PRIME);
  private static final long SECOND_POINT = RANDOM.nextLong(PRIME);

  private final long[] first;
  private final long[] second;

  private PrefixHashes(int blocks) {
    first = new long[blocks];
    second = new long[blocks];
  }

  /**
   * Hashes all whole blocks of a text.
   *
   * @param from where the first begins
   * @param salt texts with other salts have other hashes
   */
  static PrefixHashes of(byte[] text, int from, long salt) {
    PrefixHashes hashes = new PrefixHashes((text.length - from) / BLOCK);
    long before = 1;
    long beforeSecond = 1;
    for (int block = 0; block < hashes.first.length; block++) {
      long low = salt;
      long high = block;
      int at = from + block * BLOCK;
      for (int i = 0; i < KEY.length; i += 4) {
        long a = word(text, at) + KEY[i];
        long b = word(text, at + 8) + KEY[i + 1];
        long c = word(text, at + 16) + KEY[i + 2];
        long d = word(text, at + 24) + KEY[i + 3];
        low += a * b + c * d;
        high += Math.multiplyHigh(a, b) + Math.multiplyHigh(c, d);
        at += 4 * Long.BYTES;
      }
      before = next(next(before, low, FIRST_POINT), high, FIRST_POINT);
      beforeSecond = next(next(beforeSecond, low, SECOND_POINT), high, SECOND_POINT);
      hashes.first[block] = before;
      hashes.second[block] = beforeSecond;
    }
    return hashes;
  }

  /** How many whole blocks the text has. */
  int blocks() {
    return first.length;
  }

  /** Half of the hash of the first so many blocks, at least one. */
  long first(int blocks) {
    return first[blocks - 1];
  }

  /** The other half. */
  long second(int blocks) {
    return second[blocks - 1];
  }

  private static long word(byte[] text, int at) {
    return (long) WORDS.get(text, at);
  }

  /** Adds 64 bits to a polynomial, as two coefficients. */
  private static long next(long sum, long value, long point) {
    return product(product(sum + (value & LOW_HALF), point) + (value >>> 32), point);
  }

  /** A product modulo the prime, of factors below twice the prime. */
  private static long product(long a, long b) {
    long low = a * b;
    long sum = (low & PRIME) + (Math.multiplyHigh(a, b) << 3 | low >>> 61);
    long rest = (sum & PRIME) + (sum >>> 61);
    return rest >= PRIME ? rest - PRIME : rest;
  }
}
