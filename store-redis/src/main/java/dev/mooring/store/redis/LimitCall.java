package dev.mooring.store.redis;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.affinity.limit.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The keys and arguments of one call of {@code limits.lua}. */
final class LimitCall {
  /** Periods named before and after that of the node's clock, which may be off. */
  private static final int PERIODS_AROUND = 2;

  private final LimitKeys names;
  private final String team;
  private final Instant about;
  final List<String> keys = new ArrayList<>();
  final List<String> arguments = new ArrayList<>();

  /**
   * @param operation {@code reserve}, {@code settle} or {@code charge}
   * @param about the time, to within a day: Redis's own decides in which period it lies
   */
  LimitCall(LimitKeys names, String operation, String id, String team, Instant about) {
    this.names = names;
    this.team = team;
    this.about = about;
    arguments.add(operation);
    arguments.add(id);
    arguments.add(Long.toString(LimitStore.LEASE.toMillis()));
  }

  /** Adds a counter with the values that the operation wants of it. */
  void add(Charge charge, String second, long amount, String fourth) {
    keys.add(names.uses(team, charge.counter()));
    keys.add(names.open(team, charge.counter()));
    arguments.add(window(charge.counter().window()));
    arguments.add(second);
    arguments.add(Long.toString(amount));
    arguments.add(fourth);
  }

  private String window(Window window) {
    if (window instanceof Window.Sliding sliding) {
      return "slide " + sliding.length().toMillis() + " " + sliding.stepMillis();
    }
    StringBuilder periods = new StringBuilder("period");
    for (int later = -PERIODS_AROUND; later <= PERIODS_AROUND; later++) {
      periods.append(' ').append(((Window.Calendar) window).start(about, later).toEpochMilli());
    }
    return periods.toString();
  }
}
