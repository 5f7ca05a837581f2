package dev.mooring.affinity.cache;

import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * After which gaps a cache was still read, and after which it was gone: counts by length, in steps
 * of a ninth from 30 seconds to 28 hours, each step bounded so that it forgets the old for the new.
 * Confined to one thread; {@link #copy} is handed on.
 */
public final class Gaps {
  /** The most that a step counts; past it both of its counts are halved. */
  static final int PER_STEP = 512;

  /** How many gaps a suggestion needs at least. */
  public static final int ENOUGH = 20;

  private static final int STEPS = 96;
  private static final int STEPS_PER_OCTAVE = 8;
  private static final double FIRST_MILLIS = 30_000;

  /** How many of a hundred gaps must speak for a suggestion. */
  private static final int SHARE = 80;

  /** By how much the estimate must differ from what is known: a quarter, up or down. */
  private static final double MARGIN = 1.25;

  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofHours(24);

  private final int[] read = new int[STEPS];
  private final int[] gone = new int[STEPS];
  private long longestRead;
  private long shortestExpired;

  /** None yet. */
  public Gaps() {}

  /**
   * A lifetime that fits better than the one that is known.
   *
   * @param lifetime the one to take, from a minute to a day
   * @param tooShort whether the known one is too short, else it is too long
   * @param gaps how many gaps lie between both
   * @param agreeing how many of them speak for it
   */
  public record Suggestion(Duration lifetime, boolean tooShort, int gaps, int agreeing) {}

  /**
   * Counts a gap.
   *
   * @param still whether the cache was still read
   * @param expired whether it was longer than the lifetime that was known
   */
  void add(Duration gap, boolean still, boolean expired) {
    long millis = gap.toMillis();
    int step = step(millis);
    (still ? read : gone)[step]++;
    bound(step);
    if (still) {
      longestRead = Math.max(longestRead, millis);
    } else if (expired) {
      shortestExpired = shortestExpired == 0 ? millis : Math.min(shortestExpired, millis);
    }
  }

  /** Adds what others have counted. */
  void add(Gaps others) {
    for (int i = 0; i < STEPS; i++) {
      read[i] += others.read[i];
      gone[i] += others.gone[i];
    }
    longestRead = Math.max(longestRead, others.longestRead);
    shortestExpired =
        shortestExpired == 0 || others.shortestExpired == 0
            ? shortestExpired + others.shortestExpired
            : Math.min(shortestExpired, others.shortestExpired);
  }

  /** The same counts, on their own. */
  Gaps copy() {
    Gaps copy = new Gaps();
    copy.add(this);
    return copy;
  }

  /** How many gaps are counted. */
  public int samples() {
    return Arrays.stream(read).sum() + Arrays.stream(gone).sum();
  }

  /** The longest gap after which the cache was still read; null where it never was. */
  public @Nullable Duration longestRead() {
    return longestRead == 0 ? null : Duration.ofMillis(longestRead);
  }

  /** The shortest gap after which it was gone and known to be; null where it never was. */
  public @Nullable Duration shortestExpired() {
    return shortestExpired == 0 ? null : Duration.ofMillis(shortestExpired);
  }

  /**
   * How long the cache lasts: the gap that misjudges the fewest, were every shorter one read and
   * every longer one gone; of equally good ones the shortest. Null where it was never read.
   */
  public @Nullable Duration estimate() {
    int last = lastStep();
    return last < 0 ? null : end(last);
  }

  /** Whether gaps longer than the estimate were met; else the cache may last longer. */
  public boolean bounded() {
    int beyond = 0;
    for (int i = lastStep() + 1; i < STEPS; i++) {
      beyond += gone[i];
    }
    return beyond > 0;
  }

  /**
   * A better lifetime than the known one: where the estimate differs from it by more than a
   * quarter, and of at least 20 gaps between both four in five speak for the estimate.
   */
  public @Nullable Suggestion suggestion(Duration known) {
    int last = lastStep();
    Duration estimate = estimate();
    if (estimate == null) {
      return null;
    }
    double ratio = (double) estimate.toMillis() / Math.max(1, known.toMillis());
    int at = step(known.toMillis());
    if (ratio > MARGIN) {
      return suggest(estimate, true, at + 1, last, read);
    }
    return ratio < 1 / MARGIN ? suggest(estimate, false, last + 1, at, gone) : null;
  }

  private @Nullable Suggestion suggest(
      Duration estimate, boolean tooShort, int from, int to, int[] counts) {
    int all = 0;
    int agreeing = 0;
    for (int i = from; i <= to; i++) {
      all += read[i] + gone[i];
      agreeing += counts[i];
    }
    return all < ENOUGH || 100L * agreeing < (long) SHARE * all
        ? null
        : new Suggestion(within(estimate), tooShort, all, agreeing);
  }

  private static Duration within(Duration estimate) {
    Duration most = estimate.compareTo(LONGEST) > 0 ? LONGEST : estimate;
    return most.compareTo(SHORTEST) < 0 ? SHORTEST : most;
  }

  /** The last step that counts as read; -1 where none does. */
  private int lastStep() {
    int misjudged = Arrays.stream(read).sum();
    int fewest = misjudged;
    int best = -1;
    for (int i = 0; i < STEPS; i++) {
      misjudged += gone[i] - read[i];
      if (misjudged < fewest) {
        fewest = misjudged;
        best = i;
      }
    }
    return best;
  }

  private void bound(int step) {
    if (read[step] + gone[step] > PER_STEP) {
      read[step] /= 2;
      gone[step] /= 2;
    }
  }

  /** Where a step ends, in whole seconds. */
  private static Duration end(int step) {
    double millis = FIRST_MILLIS * Math.pow(2, (double) step / STEPS_PER_OCTAVE);
    return Duration.ofSeconds(Math.round(millis / 1000));
  }

  /** The step that a gap is in. */
  static int step(long millis) {
    double octaves = Math.log(Math.max(1, millis) / FIRST_MILLIS) / Math.log(2);
    return (int) Math.max(0, Math.min(STEPS - 1, Math.ceil(octaves * STEPS_PER_OCTAVE)));
  }

  /** The counts as a text: two times in milliseconds, then {@code step:read/gone} for each step. */
  public String encode() {
    StringBuilder text = new StringBuilder();
    text.append(longestRead).append(',').append(shortestExpired);
    for (int i = 0; i < STEPS; i++) {
      if (read[i] + gone[i] > 0) {
        text.append(',').append(i).append(':').append(read[i]).append('/').append(gone[i]);
      }
    }
    return text.toString();
  }

  /**
   * Reads counts.
   *
   * @throws IllegalArgumentException where the text is none of {@link #encode}
   */
  public static Gaps parse(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length < 2) {
      throw new IllegalArgumentException("no gaps: " + text);
    }
    Gaps gaps = new Gaps();
    gaps.longestRead = positive(Long.parseLong(parts[0]));
    gaps.shortestExpired = positive(Long.parseLong(parts[1]));
    for (int i = 2; i < parts.length; i++) {
      String[] numbers = parts[i].split("[:/]", -1);
      int step = Integer.parseInt(numbers[0]);
      if (numbers.length != 3 || step < 0 || step >= STEPS) {
        throw new IllegalArgumentException("no step: " + parts[i]);
      }
      gaps.read[step] = (int) Math.min(PER_STEP, positive(Long.parseLong(numbers[1])));
      gaps.gone[step] = (int) Math.min(PER_STEP, positive(Long.parseLong(numbers[2])));
    }
    return gaps;
  }

  private static long positive(long number) {
    if (number < 0) {
      throw new IllegalArgumentException("negative: " + number);
    }
    return number;
  }
}
