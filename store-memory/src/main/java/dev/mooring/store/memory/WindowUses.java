package dev.mooring.store.memory;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.LimitStore.Count;
import dev.mooring.affinity.limit.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The uses of one counter, by the step of its window in which they were made: a calendar's period
 * is one step, a sliding window has {@link Window.Sliding#STEPS}.
 */
final class WindowUses {
  private final Window window;
  private final TreeMap<Long, Long> steps = new TreeMap<>();
  private long used;

  WindowUses(Window window) {
    this.window = window;
  }

  /** Forgets what counts no more. */
  void drop(Instant now) {
    while (!steps.isEmpty() && !ends(steps.firstKey()).isAfter(now)) {
      used -= steps.pollFirstEntry().getValue();
    }
  }

  /** Whether an amount fits: not into a window that is full, and not past its limit. */
  Count fits(Charge charge, Instant now) {
    long limit = charge.counter().limit();
    if (used < limit && used + charge.amount() <= limit) {
      return count(limit, now);
    }
    return new Count(used, left(limit), free(charge.amount(), limit, now), true);
  }

  /** Adds an amount, and tells in which step. */
  long add(long amount, Instant now) {
    long step = step(now);
    steps.merge(step, amount, Long::sum);
    used += amount;
    return step;
  }

  /** Changes what stands in a step, if that still counts. */
  void correct(long step, long difference) {
    if (steps.computeIfPresent(step, (at, amount) -> amount + difference) != null) {
      used += difference;
    }
  }

  /** How it stands. */
  Count count(long limit, Instant now) {
    Duration free = steps.isEmpty() ? Duration.ZERO : until(steps.lastKey(), now);
    return new Count(used, left(limit), free, false);
  }

  private long left(long limit) {
    return Math.max(0, limit - used);
  }

  /** How long until enough steps have gone. */
  private Duration free(long amount, long limit, Instant now) {
    long still = used;
    for (Map.Entry<Long, Long> step : steps.entrySet()) {
      still -= step.getValue();
      if (still < limit && still + amount <= limit) {
        return until(step.getKey(), now);
      }
    }
    return Count.NEVER;
  }

  private Duration until(long step, Instant now) {
    return Duration.between(now, ends(step));
  }

  private long step(Instant now) {
    if (window instanceof Window.Sliding sliding) {
      long length = sliding.stepMillis();
      return Math.floorDiv(now.toEpochMilli(), length) * length;
    }
    return ((Window.Calendar) window).start(now, 0).toEpochMilli();
  }

  /** When a step's uses count no more. */
  private Instant ends(long step) {
    Instant start = Instant.ofEpochMilli(step);
    return window instanceof Window.Sliding sliding
        ? start.plusMillis(sliding.stepMillis()).plus(sliding.length())
        : ((Window.Calendar) window).start(start, 1);
  }
}
