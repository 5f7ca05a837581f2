package dev.mooring.gateway.provider;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A name as one segment of a path. */
final class PathSegment {
  private static final String UNRESERVED = "-_.~";
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private PathSegment() {}

  /** The name percent-encoded: all but letters, digits and {@code - _ . ~}. */
  static String of(String name) {
    StringBuilder out = new StringBuilder(name.length() + 16);
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean kept =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || UNRESERVED.indexOf(c) >= 0;
      if (kept) {
        out.append(c);
      } else {
        out.append('%').append(HEX.toHexDigits(b));
      }
    }
    return out.toString();
  }
}
