package dev.mooring.gateway.relay;

import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Takes a credential's secret out of what a provider says. */
final class Redaction {
  /** Shorter secrets are no secrets, and would be found everywhere. */
  private static final int MIN_SECRET = 6;

  private Redaction() {}

  /** The bytes with each occurrence of the secret replaced by asterisks of the same length. */
  static byte[] redact(byte[] bytes, String secret) {
    if (secret.length() < MIN_SECRET) {
      return bytes;
    }
    byte[] needle = secret.getBytes(StandardCharsets.UTF_8);
    byte[] clean = bytes;
    for (int at = indexOf(clean, needle, 0); at >= 0; at = indexOf(clean, needle, at)) {
      clean = clean == bytes ? bytes.clone() : clean;
      for (int i = 0; i < needle.length; i++) {
        clean[at + i] = '*';
      }
    }
    return clean;
  }

  /** Takes out the headers whose value holds the secret. */
  static void redact(MultiMap headers, String secret) {
    if (secret.length() >= MIN_SECRET) {
      List<String> telling = new ArrayList<>(0);
      headers.forEach(
          (name, value) -> {
            if (value.contains(secret)) {
              telling.add(name);
            }
          });
      telling.forEach(headers::remove);
    }
  }

  /** The text with each occurrence of the secret replaced by asterisks. */
  static String redact(String text, String secret) {
    return secret.length() < MIN_SECRET ? text : text.replace(secret, "*".repeat(secret.length()));
  }

  private static int indexOf(byte[] bytes, byte[] needle, int from) {
    outer:
    for (int i = from; i <= bytes.length - needle.length; i++) {
      for (int j = 0; j < needle.length; j++) {
        if (bytes[i + j] != needle[j]) {
          continue outer;
        }
      }
      return i;
    }
    return -1;
  }
}
