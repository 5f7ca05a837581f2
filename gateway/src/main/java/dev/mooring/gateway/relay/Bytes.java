package dev.mooring.gateway.relay;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Arrays;

/**
 * Bytes that come in pieces, copied once: into an array of the announced length, which is the
 * result where that length was right.
 */
public final class Bytes {
  private byte[] array;
  private int length;

  /** No bytes yet, with room for so many. */
  public Bytes(int expected) {
    this.array = new byte[expected];
  }

  /** The bytes as a buffer, not copied: the array must not change any more. */
  static Buffer wrap(byte[] bytes) {
    return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
  }

  /** How many there are. */
  public int length() {
    return length;
  }

  /** Adds a piece. */
  public void add(Buffer piece) {
    int needed = length + piece.length();
    if (needed > array.length) {
      array = Arrays.copyOf(array, Math.max(needed, 2 * array.length));
    }
    piece.getBytes(array, length);
    length = needed;
  }

  /** All of them; nothing may be added afterwards. */
  public byte[] array() {
    return length == array.length ? array : Arrays.copyOf(array, length);
  }
}
