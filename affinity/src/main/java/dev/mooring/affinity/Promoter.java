package dev.mooring.affinity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Applies a session's pin to a finished plan: it reorders, and never adds or drops a candidate
 * (contract, section 5, "Promotion").
 */
public final class Promoter {
  private Promoter() {}

  /**
   * Promotes what the pin names within its group of the plan.
   *
   * @param plan the candidates in the routing's order
   * @param pin what the store knows of the session and the plan's model; not looked at unless
   *     {@code eligibility} is {@link Eligibility#ON}
   * @param eligibility whether the pin may be used
   * @param scopeOf the cache scope of a pin's credential that is in the plan no more, as the
   *     configuration has it; null where it is unknown
   */
  public static <C extends Candidate> Promotion<C> promote(
      List<C> plan,
      PinState pin,
      Eligibility eligibility,
      Function<Pin, @Nullable String> scopeOf) {
    Groups<C> groups = Groups.of(plan);
    return switch (eligibility) {
      case MODE_OFF -> unpinned(groups, Outcome.SKIPPED_MODE_OFF);
      case NOT_CACHE_CAPABLE -> unpinned(groups, Outcome.NOT_CACHE_CAPABLE);
      case BELOW_MIN_PREFIX -> unpinned(groups, Outcome.SKIPPED_BELOW_MIN_PREFIX);
      case ON -> promote(groups, pin, scopeOf);
    };
  }

  private static <C extends Candidate> Promotion<C> promote(
      Groups<C> groups, PinState state, Function<Pin, @Nullable String> scopeOf) {
    if (state instanceof PinState.Pinned pinned) {
      return promote(groups, pinned.pin(), scopeOf);
    }
    return unpinned(
        groups, state instanceof PinState.Expired ? Outcome.PIN_EXPIRED : Outcome.NO_PIN);
  }

  private static <C extends Candidate> Promotion<C> promote(
      Groups<C> groups, Pin pin, Function<Pin, @Nullable String> scopeOf) {
    List<C> pinned = new ArrayList<>();
    boolean allDown = true;
    for (C candidate : groups.reach(pin)) {
      if (candidate.provider().equals(pin.provider())) {
        pinned.add(candidate);
        allDown &= candidate.down();
      }
    }
    if (pinned.isEmpty()) {
      return new Promotion<>(groups.plan(), Outcome.SKIPPED_NOT_IN_PLAN, pin.provider(), null);
    }
    if (allDown) {
      return new Promotion<>(groups.plan(), Outcome.SKIPPED_HEALTH_DOWN, pin.provider(), null);
    }
    Groups<C> after = groups.ranked(pin, rank(pin, scope(pinned, pin, scopeOf)));
    String displaced = displaced(groups.byok(), after.byok());
    return new Promotion<>(
        after.plan(),
        after.equals(groups) ? Outcome.CONFIRMED : Outcome.PROMOTED,
        pin.provider(),
        displaced != null ? displaced : displaced(groups.system(), after.system()));
  }

  private static <C extends Candidate> Promotion<C> unpinned(Groups<C> groups, Outcome outcome) {
    return new Promotion<>(groups.plan(), outcome, null, null);
  }

  /** The scope of the pinned credential: the plan's own word first, then the configuration's. */
  private static <C extends Candidate> @Nullable String scope(
      List<C> pinned, Pin pin, Function<Pin, @Nullable String> scopeOf) {
    if (pin.credential() == null) {
      return null;
    }
    for (C candidate : pinned) {
      if (candidate.credential().equals(pin.credential())) {
        return candidate.cacheScope();
      }
    }
    return scopeOf.apply(pin);
  }

  /** How near a candidate is to the pin's cache: 0 holds it, 4 has nothing of it. */
  private static ToIntFunction<Candidate> rank(Pin pin, @Nullable String scope) {
    return candidate -> {
      if (!candidate.provider().equals(pin.provider())) {
        return 4;
      }
      if (pin.credential() == null) {
        return 0;
      }
      if (!candidate.upstreamModel().equals(pin.upstreamModel())) {
        return 3;
      }
      if (candidate.credential().equals(pin.credential())) {
        return 0;
      }
      return candidate.cacheScope().equals(scope) ? 1 : 2;
    };
  }

  private static <C extends Candidate> @Nullable String displaced(List<C> before, List<C> after) {
    if (before.isEmpty()) {
      return null;
    }
    String first = before.get(0).provider();
    return first.equals(after.get(0).provider()) ? null : first;
  }

  /** A plan's two groups, in each the down ones last. */
  private record Groups<C extends Candidate>(List<C> byok, List<C> system) {
    /** The highest rank, of what is down. */
    private static final int LAST = 5;

    static <C extends Candidate> Groups<C> of(List<C> plan) {
      List<C> byok = new ArrayList<>();
      List<C> system = new ArrayList<>(plan.size());
      for (C candidate : plan) {
        (candidate.byok() ? byok : system).add(candidate);
      }
      return new Groups<>(ranked(byok, unused -> 0), ranked(system, unused -> 0));
    }

    /** The candidates that a pin can move: its credential's group, or both without one. */
    List<C> reach(Pin pin) {
      if (pin.credential() == null) {
        return plan();
      }
      return Credentials.isByok(pin.credential()) ? byok : system;
    }

    Groups<C> ranked(Pin pin, ToIntFunction<Candidate> rank) {
      if (pin.credential() == null) {
        return new Groups<>(ranked(byok, rank), ranked(system, rank));
      }
      return Credentials.isByok(pin.credential())
          ? new Groups<>(ranked(byok, rank), system)
          : new Groups<>(byok, ranked(system, rank));
    }

    /** By rank, those of one rank in their order, and what is down at the end. */
    private static <C extends Candidate> List<C> ranked(
        List<C> group, ToIntFunction<Candidate> rank) {
      int[] ranks = new int[group.size()];
      int[] places = new int[LAST + 2];
      for (int i = 0; i < ranks.length; i++) {
        C candidate = group.get(i);
        ranks[i] = candidate.down() ? LAST : rank.applyAsInt(candidate);
        places[ranks[i] + 1]++;
      }
      for (int i = 1; i < places.length; i++) {
        places[i] += places[i - 1];
      }
      List<C> ranked = new ArrayList<>(group);
      for (int i = 0; i < ranks.length; i++) {
        ranked.set(places[ranks[i]]++, group.get(i));
      }
      return ranked;
    }

    List<C> plan() {
      List<C> plan = new ArrayList<>(byok.size() + system.size());
      plan.addAll(byok);
      plan.addAll(system);
      return Collections.unmodifiableList(plan);
    }
  }
}
