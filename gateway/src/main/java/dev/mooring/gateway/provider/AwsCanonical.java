package dev.mooring.gateway.provider;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The parts of a request in the one form that AWS's signature has for them. */
final class AwsCanonical {
  private AwsCanonical() {}

  /** A path as it is sent, encoded once more. */
  static String path(String path) {
    if (path.isEmpty()) {
      return "/";
    }
    StringBuilder out = new StringBuilder(path.length() + 16);
    int start = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
      out.append(PathSegment.of(path.substring(start, slash))).append('/');
      start = slash + 1;
    }
    return out.append(PathSegment.of(path.substring(start))).toString();
  }

  /** A query as it is sent, its parameters in the order of their encoded names and values. */
  static String query(String query) {
    List<String> parameters = new ArrayList<>();
    for (String parameter : query.split("&", -1)) {
      if (!parameter.isEmpty()) {
        int equals = parameter.indexOf('=');
        String name = equals < 0 ? parameter : parameter.substring(0, equals);
        String value = equals < 0 ? "" : parameter.substring(equals + 1);
        // Below every letter that an encoded name has, so that a name sorts before a longer one.
        parameters.add(encoded(name) + '\u0001' + encoded(value));
      }
    }
    parameters.sort(null);
    return String.join("&", parameters).replace('\u0001', '=');
  }

  /** A header's value without white space at its ends, and one space for several. */
  static String header(String value) {
    return value.strip().replaceAll("\\s+", " ");
  }

  /** A text that may be percent-encoded, wholly so. */
  private static String encoded(String text) {
    return PathSegment.of(decoded(text));
  }

  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      if (low >= 0) {
        out.write((high << 4) | low);
        i += 2;
      } else {
        out.write(bytes[i]);
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
