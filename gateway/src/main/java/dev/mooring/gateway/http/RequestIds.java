package dev.mooring.gateway.http;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** Names for requests: {@code req_} and 26 characters, the first of which rise with time. */
final class RequestIds {
  private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
  private static final int TIME_CHARS = 10;
  private static final int RANDOM_CHARS = 16;

  private RequestIds() {}

  /**
   * When a request of a name came, in milliseconds; -1 for what is no name.
   *
   * @param id with any prefix of four characters
   */
  static long millis(String id) {
    if (id.length() != 4 + TIME_CHARS + RANDOM_CHARS) {
      return -1;
    }
    long time = 0;
    for (int i = 4; i < 4 + TIME_CHARS; i++) {
      int digit = Arrays.binarySearch(ALPHABET, id.charAt(i));
      if (digit < 0) {
        return -1;
      }
      time = time << 5 | digit;
    }
    return time;
  }

  /** A fresh name. */
  static String next(long millis) {
    char[] id = new char[4 + TIME_CHARS + RANDOM_CHARS];
    "req_".getChars(0, 4, id, 0);
    long time = millis;
    for (int i = 3 + TIME_CHARS; i > 3; i--) {
      id[i] = ALPHABET[(int) (time & 31)];
      time >>>= 5;
    }
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long bits = random.nextLong();
    for (int i = 0; i < RANDOM_CHARS; i++) {
      if (i == RANDOM_CHARS / 2) {
        bits = random.nextLong();
      }
      id[4 + TIME_CHARS + i] = ALPHABET[(int) (bits & 31)];
      bits >>>= 5;
    }
    return new String(id);
  }
}
