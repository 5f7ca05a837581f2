package dev.mooring.gateway.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Arrays;

/**
 * Bytes that come in pieces: copied into an array of the announced length, which is the result
 * where that length was right; not copied where they come in one piece.
 */
public final class Bytes {
  private static final byte[] NONE = {};

  private final int expected;
  private byte[] array = NONE;
  private int length;

  /** No bytes yet; so many are expected. */
  public Bytes(int expected) {
    this.expected = expected;
  }

  /** The bytes as a buffer, not copied: the array must not change any more. */
  static Buffer wrap(byte[] bytes) {
    return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
  }

  /** The bytes of a buffer that nobody changes any more: its own array where it has one. */
  static byte[] of(Buffer buffer) {
    if (buffer instanceof BufferInternal internal) {
      ByteBuf bytes = internal.getByteBuf();
      if (bytes.hasArray()
          && bytes.arrayOffset() == 0
          && bytes.readerIndex() == 0
          && bytes.readableBytes() == bytes.array().length) {
        return bytes.array();
      }
    }
    return buffer.getBytes();
  }

  /** How many there are. */
  public int length() {
    return length;
  }

  /** Adds a piece, which is not to be changed any more. */
  public void add(Buffer piece) {
    int needed = length + piece.length();
    if (length == 0 && needed >= expected) {
      array = of(piece);
    } else {
      if (needed > array.length) {
        array = Arrays.copyOf(array, Math.max(needed, Math.max(expected, 2 * array.length)));
      }
      piece.getBytes(array, length);
    }
    length = needed;
  }

  /** All of them; nothing may be added afterwards. */
  public byte[] array() {
    return length == array.length ? array : Arrays.copyOf(array, length);
  }
}
