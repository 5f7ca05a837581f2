package dev.mooring.affinity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A SHA-256 over parts, each preceded by its length in bytes, so that no two sequences of parts
 * give the same input.
 */
final class FramedDigest {
  private static final int ABSENT = -1;

  private final MessageDigest sha256 = sha256();
  private final byte[] frame = new byte[Integer.BYTES];

  /** Adds a text as UTF-8. */
  FramedDigest add(String part) {
    return add(part.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a text that may be missing; a missing one differs from an empty one. */
  FramedDigest addNullable(@Nullable String part) {
    return part == null ? length(ABSENT) : add(part);
  }

  /** Adds bytes as they are. */
  FramedDigest add(byte[] part) {
    return add(part, 0, part.length);
  }

  /** Adds the bytes of a range as they are. */
  FramedDigest add(byte[] bytes, int from, int to) {
    length(to - from);
    sha256.update(bytes, from, to - from);
    return this;
  }

  /** Adds how many parts follow, or another number, without a frame of its own. */
  FramedDigest length(int length) {
    frame[0] = (byte) (length >> 24);
    frame[1] = (byte) (length >> 16);
    frame[2] = (byte) (length >> 8);
    frame[3] = (byte) length;
    sha256.update(frame);
    return this;
  }

  /** The digest, 32 bytes; the parts are then forgotten. */
  byte[] bytes() {
    return sha256.digest();
  }

  /** The digest as 64 lower-case hex characters; the parts are then forgotten. */
  String hex() {
    return HexFormat.of().formatHex(bytes());
  }

  /** The first 64 bits of the digest; the parts are then forgotten. */
  long head() {
    return ByteBuffer.wrap(bytes()).getLong();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: missing (expected: in every Java platform)", e);
    }
  }
}
