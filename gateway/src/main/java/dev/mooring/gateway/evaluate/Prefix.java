package dev.mooring.gateway.evaluate;

import java.util.List;

/**
 * A turn's prompt as a cache sees it: the prefixes that end with each block, by a digest of all
 * that is in them, and their lengths in tokens of text. The rules are those of {@code simulator},
 * for the markers that {@link RequestBody} sets.
 */
final class Prefix {
  private static final int LOOK_BACK = 20;

  private final long[] digests;
  private final int[] ends;
  private final boolean marked;

  private Prefix(long[] digests, int[] ends, boolean marked) {
    this.digests = digests;
    this.ends = ends;
    this.marked = marked;
  }

  /** The prefixes of a turn. */
  static Prefix of(Turn turn) {
    List<Block> prompt = turn.prompt();
    long[] digests = new long[prompt.size()];
    int[] ends = new int[prompt.size()];
    long digest = turn.model().hashCode();
    int end = 0;
    for (int i = 0; i < digests.length; i++) {
      digest = mix(mix(digest, prompt.get(i).hash()), Integer.toString(prompt.get(i).tokens()));
      end += World.text(prompt.get(i).tokens());
      digests[i] = digest;
      ends[i] = end;
    }
    return new Prefix(digests, ends, RequestBody.claude(turn));
  }

  /** The whole prompt's length. */
  int total() {
    return ends[ends.length - 1];
  }

  /** How many prefixes there are: one for each block. */
  int count() {
    return ends.length;
  }

  /** What tells a prefix from others. */
  long digest(int index) {
    return digests[index];
  }

  /** A prefix's length. */
  int end(int index) {
    return ends[index];
  }

  /** Whether a prefix is left in the cache. */
  boolean leaves(int index) {
    boolean stored = !marked || index == 0 || index == ends.length - 1;
    return stored && ends[index] >= World.text(World.MIN_TOKENS);
  }

  /** Whether a prefix is found, where it is in the cache. */
  boolean finds(int index) {
    return !marked || index == 0 || index > ends.length - 1 - LOOK_BACK;
  }

  /** How much of it is read where only this other prompt was left. */
  int readable(Prefix left) {
    for (int i = Math.min(ends.length, left.ends.length) - 1; i >= 0; i--) {
      if (digests[i] == left.digests[i] && left.leaves(i) && finds(i)) {
        return ends[i];
      }
    }
    return 0;
  }

  private static long mix(long digest, String text) {
    long mixed = digest;
    for (int i = 0; i < text.length(); i++) {
      mixed = (mixed ^ text.charAt(i)) * 0x100000001B3L;
    }
    mixed ^= mixed >>> 29;
    return (mixed ^ '\n') * 0xBF58476D1CE4E5B9L;
  }
}
