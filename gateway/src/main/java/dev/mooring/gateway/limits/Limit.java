package dev.mooring.gateway.limits;

import dev.mooring.affinity.limit.Counter;
import dev.mooring.affinity.limit.Window;
import dev.mooring.gateway.config.BudgetConfig;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.RateLimitConfig;
import dev.mooring.gateway.config.TeamConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One limit that holds for a caller.
 *
 * @param level whose limit it is
 * @param unit what is limited
 * @param counter where uses of it are counted
 */
record Limit(Level level, Unit unit, Counter counter) {
  /** Whose limits there are. */
  enum Level {
    KEY,
    TEAM
  }

  /** What can be limited. */
  enum Unit {
    REQUESTS("requests"),
    TOKENS("tokens"),
    /** Billionths of a US dollar. */
    NANO_USD("budget");

    private final String label;

    Unit(String label) {
      this.label = label;
    }

    /** Its name in meters. */
    String label() {
      return label;
    }
  }

  /** The limits of a client key and its team, of all of which a request needs a part. */
  static List<Limit> of(@Nullable TeamConfig team, @Nullable ClientKeyConfig key) {
    List<Limit> limits = new ArrayList<>(0);
    if (key != null) {
      add(limits, Level.KEY, "key:" + key.id(), key.rateLimit(), key.budget());
    }
    if (team != null) {
      add(limits, Level.TEAM, "team", team.rateLimit(), team.budget());
    }
    return limits;
  }

  private static void add(
      List<Limit> limits,
      Level level,
      String owner,
      @Nullable RateLimitConfig rate,
      @Nullable BudgetConfig budget) {
    if (rate != null) {
      add(limits, level, Unit.REQUESTS, owner + ":requests", rate.requests(), rate.per());
      add(limits, level, Unit.TOKENS, owner + ":tokens", rate.tokens(), rate.per());
    }
    if (budget != null) {
      add(limits, level, Unit.NANO_USD, owner + ":usd", budget.limitNanoUsd(), budget.period());
    }
  }

  private static void add(
      List<Limit> limits, Level level, Unit unit, String name, @Nullable Long limit, Window over) {
    if (limit != null) {
      limits.add(new Limit(level, unit, new Counter(name, over, limit)));
    }
  }
}
