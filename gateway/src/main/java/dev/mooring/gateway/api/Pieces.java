package dev.mooring.gateway.api;

import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that stand in parts of several arrays, one after the other: a body with a few changes is
 * sent without being copied. The arrays must not change any more.
 */
public final class Pieces {
  /** No bytes. */
  public static final Pieces NONE = new Pieces(List.of());

  private final List<Piece> pieces;
  private final int length;

  private Pieces(List<Piece> pieces) {
    this.pieces = pieces;
    int sum = 0;
    for (Piece piece : pieces) {
      sum += piece.length();
    }
    this.length = sum;
  }

  /**
   * Part of an array.
   *
   * @param from the first byte
   * @param to the byte after the last
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by none
  public record Piece(byte[] array, int from, int to) {
    /** How many bytes it has. */
    public int length() {
      return to - from;
    }
  }

  /** The bytes of one array. */
  public static Pieces of(byte[] bytes) {
    return new Pieces(List.of(new Piece(bytes, 0, bytes.length)));
  }

  /** Collects pieces. */
  static final class Builder {
    private final List<Piece> pieces = new ArrayList<>();

    /** Adds part of an array, unless it is empty. */
    void add(byte[] array, int from, int to) {
      if (to > from) {
        pieces.add(new Piece(array, from, to));
      }
    }

    /** What was collected. */
    Pieces finish() {
      return new Pieces(List.copyOf(pieces));
    }
  }

  /** The pieces, in order. */
  public List<Piece> list() {
    return pieces;
  }

  /** How many bytes there are. */
  public int length() {
    return length;
  }

  /** All bytes in one array; the very array where they are all of one. */
  public byte[] bytes() {
    if (pieces.size() == 1 && pieces.get(0).array().length == length) {
      return pieces.get(0).array();
    }
    byte[] all = new byte[length];
    int at = 0;
    for (Piece piece : pieces) {
      System.arraycopy(piece.array(), piece.from(), all, at, piece.length());
      at += piece.length();
    }
    return all;
  }
}
