package dev.mooring.affinity;

import java.util.ArrayList;
import java.util.Comparator;
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
    List<C> pinned =
        groups.reach(pin).stream().filter(c -> c.provider().equals(pin.provider())).toList();
    if (pinned.isEmpty()) {
      return new Promotion<>(groups.plan(), Outcome.SKIPPED_NOT_IN_PLAN, pin.provider(), null);
    }
    if (pinned.stream().allMatch(Candidate::down)) {
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
    static <C extends Candidate> Groups<C> of(List<C> plan) {
      Comparator<Candidate> downLast = Comparator.comparing(Candidate::down);
      return new Groups<>(
          plan.stream().filter(Candidate::byok).sorted(downLast).toList(),
          plan.stream().filter(c -> !c.byok()).sorted(downLast).toList());
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

    private static <C extends Candidate> List<C> ranked(
        List<C> group, ToIntFunction<Candidate> rank) {
      Comparator<Candidate> downLast = Comparator.comparing(Candidate::down);
      return group.stream()
          .sorted(downLast.thenComparingInt(c -> c.down() ? 0 : rank.applyAsInt(c)))
          .toList();
    }

    List<C> plan() {
      List<C> plan = new ArrayList<>(byok.size() + system.size());
      plan.addAll(byok);
      plan.addAll(system);
      return List.copyOf(plan);
    }
  }
}
