package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.Pieces;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes that come in pieces: copied into an array that grows to the announced length, which is the
 * result where that length was right; not copied where they come in one piece.
 */
public final class Bytes {
  /** So many bytes are believed before the first of them came. */
  private static final int MOST_AT_FIRST = 1 << 20;

  /** The longest array that every virtual machine has. */
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private static final byte[] NONE = {};

  private final int expected;
  private byte[] array = NONE;
  private int length;

  /** No bytes yet; so many are expected. */
  public Bytes(int expected) {
    this.expected = expected;
  }

  /** How many bytes the array will have with a piece more. */
  public int capacityWith(Buffer piece) {
    int needed = length + piece.length();
    if (needed <= array.length) {
      return array.length;
    }
    if (length == 0 && needed >= expected) {
      return needed;
    }
    int grown = length == 0 ? MOST_AT_FIRST : (int) Math.min(2L * array.length, MOST_BYTES);
    return Math.max(needed, needed <= expected ? Math.min(grown, expected) : grown);
  }

  /** The bytes as a buffer, not copied: the array must not change any more. */
  static Buffer wrap(byte[] bytes) {
    return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
  }

  /** Pieces as a buffer, not copied. */
  static Buffer wrap(Pieces pieces) {
    List<Pieces.Piece> list = pieces.list();
    ByteBuf[] parts = new ByteBuf[list.size()];
    for (int i = 0; i < parts.length; i++) {
      Pieces.Piece piece = list.get(i);
      parts[i] = Unpooled.wrappedBuffer(piece.array(), piece.from(), piece.length());
    }
    return BufferInternal.buffer(Unpooled.wrappedBuffer(parts.length, parts));
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
        array = Arrays.copyOf(array, capacityWith(piece));
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
