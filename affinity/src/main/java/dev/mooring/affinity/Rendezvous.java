package dev.mooring.affinity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/**
 * Weighted rendezvous hashing: every node orders the same items in the same way for the same seed,
 * each item comes first for a share of seeds that fits its weight, and an item that goes or comes
 * moves only the seeds that it held or takes.
 *
 * <p>An item's score is {@code -weight / ln(u)} with u a hash of seed and label in (0, 1); the
 * highest comes first. Source: C. Schindelhauer, G. Schomaker, "Weighted Distributed Hash Tables",
 * SPAA 2005. The hash is a fixed part of the product: a change would move every session that has no
 * pin.
 */
public final class Rendezvous {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;
  private static final double UNIT = 0x1.0p-53;

  private Rendezvous() {}

  /**
   * Orders items for a seed, whatever their order in the list.
   *
   * @param label what names an item, unique among the items
   * @param weight an item's share; zero, negative or not a number: never drawn
   * @return all items, by descending score; those that are never drawn come last, in the order
   *     given
   */
  public static <T> List<T> order(
      long seed, List<T> items, Function<T, String> label, ToDoubleFunction<T> weight) {
    return orderByHash(seed, items, item -> labelHash(label.apply(item)), weight);
  }

  /**
   * The same, where the hashes of the labels are known.
   *
   * @param labelHash the {@link #labelHash} of what names an item, unique among the items
   */
  public static <T> List<T> orderByHash(
      long seed, List<T> items, ToLongFunction<T> labelHash, ToDoubleFunction<T> weight) {
    long mixedSeed = mix(seed + GOLDEN_GAMMA);
    List<T> neverDrawn = new ArrayList<>(0);
    List<Scored<T>> drawn = new ArrayList<>(items.size());
    for (T item : items) {
      double share = weight.applyAsDouble(item);
      if (share > 0) {
        long hash = labelHash.applyAsLong(item);
        drawn.add(new Scored<>(item, score(share, mix(mixedSeed ^ hash)), hash));
      } else {
        neverDrawn.add(item);
      }
    }
    return sorted(drawn, neverDrawn);
  }

  /**
   * Orders items at random by weight, for requests that belong to no session.
   *
   * @param weight an item's share; zero, negative or not a number: never drawn
   * @return all items, by descending score; those that are never drawn come last, in the order
   *     given
   */
  public static <T> List<T> draw(
      RandomGenerator random, List<T> items, ToDoubleFunction<T> weight) {
    List<T> neverDrawn = new ArrayList<>(0);
    List<Scored<T>> drawn = new ArrayList<>(items.size());
    for (T item : items) {
      double share = weight.applyAsDouble(item);
      if (share > 0) {
        drawn.add(new Scored<>(item, score(share, random.nextLong()), 0));
      } else {
        neverDrawn.add(item);
      }
    }
    return sorted(drawn, neverDrawn);
  }

  /** The hash of a label, which does not depend on the seed. */
  public static long labelHash(String label) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < label.length(); i++) {
      hash = (hash ^ label.charAt(i)) * FNV_PRIME;
    }
    return mix(hash);
  }

  /** A 64-bit hash of seed and label in which every bit of either changes half of the bits. */
  static long hash(long seed, String label) {
    return mix(mix(seed + GOLDEN_GAMMA) ^ labelHash(label));
  }

  /**
   * @param tie decides between equal scores
   */
  private record Scored<T>(T item, double score, long tie) {
    static int compare(Scored<?> one, Scored<?> other) {
      int byScore = Double.compare(other.score, one.score);
      return byScore != 0 ? byScore : Long.compare(one.tie, other.tie);
    }
  }

  private static <T> List<T> sorted(List<Scored<T>> drawn, List<T> neverDrawn) {
    drawn.sort(Scored::compare);
    List<T> ordered = new ArrayList<>(drawn.size() + neverDrawn.size());
    for (Scored<T> scored : drawn) {
      ordered.add(scored.item());
    }
    ordered.addAll(neverDrawn);
    return Collections.unmodifiableList(ordered);
  }

  private static double score(double weight, long bits) {
    return -weight / Math.log(unit(bits));
  }

  /** Maps 64 bits onto the open interval (0, 1). */
  private static double unit(long bits) {
    return ((bits >>> 11) + 0.5) * UNIT;
  }

  /** The finaliser of SplitMix64 (D. Stafford's variant 13). */
  private static long mix(long bits) {
    long z = bits;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
