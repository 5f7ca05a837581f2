package dev.mooring.gateway.api;

/**
 * The images and files that stand in a body as text: long runs of the characters of base64. By
 * their length they would pass for a book, while a provider counts an image at about 1,600 tokens
 * (platform.claude.com, "Vision").
 */
final class EmbeddedData {
  /** The tokens that are reckoned for one of them. */
  static final int TOKENS = 1_600;

  /** No word of any language is so long. */
  private static final int SHORTEST_BYTES = 8_192;

  private static final boolean[] BASE64 = alphabet();

  private EmbeddedData() {}

  /** The bytes within a range that are left when each run counts for {@link #TOKENS} tokens. */
  static long reckonedBytes(byte[] body, Range range, int bytesPerToken) {
    long reckoned = range.length();
    int run = 0;
    for (int at = range.start(); at <= range.end(); at++) {
      if (at < range.end() && body[at] >= 0 && BASE64[body[at]]) {
        run++;
        continue;
      }
      if (run >= SHORTEST_BYTES) {
        reckoned -= run - (long) TOKENS * bytesPerToken;
      }
      run = 0;
    }
    return reckoned;
  }

  private static boolean[] alphabet() {
    boolean[] alphabet = new boolean[128];
    for (char c = 0; c < alphabet.length; c++) {
      alphabet[c] =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "+/=-_".indexOf(c) >= 0;
    }
    return alphabet;
  }
}
