package dev.mooring.gateway.translate.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Ids that are made of another text: always the same one of the same text. */
public final class HashedId {
  private static final String LETTERS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** The longest id of a person or a cache that OpenAI takes. */
  private static final int LONGEST = 64;

  private HashedId() {}

  /** An id as OpenAI takes it: itself, or, above 64 characters, one that is made of it. */
  public static String shortened(String id) {
    return id.length() <= LONGEST ? id : of(id, 32);
  }

  /**
   * An id of ASCII letters and digits.
   *
   * @param length at most 32
   */
  public static String of(String text, int length) {
    byte[] hash;
    try {
      hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    StringBuilder id = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      id.append(LETTERS.charAt((hash[i] & 0xFF) % LETTERS.length()));
    }
    return id.toString();
  }
}
