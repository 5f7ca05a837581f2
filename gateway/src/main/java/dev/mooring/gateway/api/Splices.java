package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** Changes to a text that leave every byte outside them as it came. */
final class Splices {
  private static final byte[] NOTHING = {};

  private final byte[] text;
  private final List<Splice> splices = new ArrayList<>();

  /** No changes to a text yet. */
  Splices(byte[] text) {
    this.text = text;
  }

  /** Puts bytes in the place of a range. */
  void replace(Range range, byte[] by) {
    splices.add(new Splice(range.start(), range.end(), by));
  }

  /** Puts bytes before the byte at a place. */
  void insert(int at, byte[] bytes) {
    splices.add(new Splice(at, at, bytes));
  }

  /**
   * Cuts members or elements out of their object or array, each with one comma and the white space
   * beside it: those after it where another follows, else those before it.
   *
   * @param all every member or element, in order
   * @param gone the indexes of those to cut
   */
  void cut(List<Range> all, BitSet gone) {
    int first = gone.nextSetBit(0);
    while (first >= 0) {
      int kept = gone.nextClearBit(first);
      int from = all.get(first).start();
      if (kept < all.size()) {
        replace(new Range(from, all.get(kept).start()), NOTHING);
      } else {
        int before = first == 0 ? from : commaBefore(from);
        replace(new Range(before, all.get(kept - 1).end()), NOTHING);
      }
      first = gone.nextSetBit(kept);
    }
  }

  /** Whether there are no changes. */
  boolean isEmpty() {
    return splices.isEmpty();
  }

  /** The text with all changes; the very text where there are none. */
  byte[] apply() {
    return pieces().bytes();
  }

  /** The same, nothing copied. */
  Pieces pieces() {
    if (splices.isEmpty()) {
      return Pieces.of(text);
    }
    splices.sort(Comparator.comparingInt(Splice::from).thenComparingInt(Splice::to));
    Pieces.Builder pieces = new Pieces.Builder();
    int read = 0;
    for (Splice splice : splices) {
      pieces.add(text, read, splice.from());
      pieces.add(splice.by(), 0, splice.by().length);
      read = splice.to();
    }
    pieces.add(text, read, text.length);
    return pieces.finish();
  }

  /** A string as JSON, quotes included. */
  static byte[] quote(String value) {
    byte[] inner = JsonStringEncoder.getInstance().quoteAsUTF8(value);
    byte[] quoted = new byte[inner.length + 2];
    quoted[0] = '"';
    System.arraycopy(inner, 0, quoted, 1, inner.length);
    quoted[quoted.length - 1] = '"';
    return quoted;
  }

  /** Where the comma before a place stands. */
  private int commaBefore(int at) {
    int comma = at - 1;
    while (text[comma] != ',') {
      comma--;
    }
    return comma;
  }

  /** Bytes in the place of a range. */
  @SuppressWarnings("ArrayRecordComponent") // never compared or printed
  private record Splice(int from, int to, byte[] by) {}
}
