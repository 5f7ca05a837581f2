package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.evaluate.TurnResult.Holder;
import dev.mooring.gateway.evaluate.TurnResult.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The best course of one conversation with one model over the accounts that serve it.
 *
 * <p>A state is what each account has last served of it and when, which is all that its caches
 * depend on: a prompt leaves more of the conversation than any before it. Where an account has the
 * newest prompt in its cache and will never stop serving, nothing is better than to stay, unless
 * another is silent: who is held back by it is so much nearer to the next turn.
 */
final class BestCourse {
  /** The longest that a request is held back for an account: two retries of five seconds. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The same where an account is silent: as long as all time-outs and retries may take. */
  static final Duration SILENT_PATIENCE = Duration.ofMinutes(20);

  private static final int NEVER = -1;

  private final List<Turn> turns;
  private final List<Boolean> again;
  private final List<Prefix> prefixes;
  private final List<Holder> accounts;
  private final Duration lifetime;
  private final SharedPrefixes shared;
  private final FaultScript faults;
  private final @Nullable Holder home;

  /**
   * @param arrivals in order, all of one lane and model
   * @param home the account of the first turn, if it serves then; null for any
   */
  BestCourse(
      List<Arrival> arrivals, SharedPrefixes shared, FaultScript faults, @Nullable Holder home) {
    this.turns = arrivals.stream().map(Arrival::turn).toList();
    this.again = arrivals.stream().map(Arrival::again).toList();
    this.prefixes = turns.stream().map(Prefix::of).toList();
    this.accounts = World.accounts(turns.get(0).model());
    this.lifetime = World.lifetime(turns.get(0).model());
    this.shared = shared;
    this.faults = faults;
    this.home = home;
  }

  /**
   * What the accounts have of the conversation.
   *
   * @param last the turn that each has last served, in the accounts' order; {@link #NEVER} where
   *     none is of use any more
   * @param at when that was, in milliseconds
   * @param current the account of the newest turn
   * @param end when that was over
   */
  private record State(List<Integer> last, List<Long> at, int current, long end) {}

  /** The greatest sum of what each turn's usage is worth. */
  double most(ToDoubleBiFunction<Turn, Usage> worth) {
    List<Integer> nothing = accounts.stream().map(account -> NEVER).toList();
    List<Long> never = accounts.stream().map(account -> 0L).toList();
    Map<State, Double> states = new HashMap<>();
    states.put(new State(nothing, never, NEVER, 0), 0.0);
    for (int i = 0; i < turns.size(); i++) {
      Map<State, Double> next = new HashMap<>();
      for (Map.Entry<State, Double> entry : states.entrySet()) {
        for (Option option : options(i, entry.getKey())) {
          Usage usage = usage(i, entry.getKey(), option);
          double sum = entry.getValue() + worth.applyAsDouble(turns.get(i), usage);
          next.merge(after(i, entry.getKey(), option, usage), sum, Math::max);
        }
      }
      states = next;
    }
    return states.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** To be served by an account, from a time in milliseconds. */
  private record Option(int account, long start) {}

  private List<Option> options(int turn, State state) {
    long arrival = Math.max(turns.get(turn).start().toMillis(), state.end());
    boolean silent = faults.silent(turns.get(turn).model(), Duration.ofMillis(arrival));
    if (state.current() != NEVER && !silent && settled(turn, state, arrival)) {
      return List.of(new Option(state.current(), arrival));
    }
    List<Option> options = new ArrayList<>();
    Duration patience = silent ? SILENT_PATIENCE : PATIENCE;
    Option soonest = null;
    for (int i = 0; i < accounts.size(); i++) {
      Option option = new Option(i, serving(accounts.get(i), arrival));
      if (turn == 0 && accounts.get(i).equals(home) && option.start() == arrival) {
        return List.of(option);
      }
      if (option.start() - arrival <= patience.toMillis()) {
        options.add(option);
      }
      soonest = soonest == null || option.start() < soonest.start() ? option : soonest;
    }
    return options.isEmpty() && soonest != null ? List.of(soonest) : options;
  }

  /** Whether nothing is better than to stay. */
  private boolean settled(int turn, State state, long arrival) {
    int current = state.current();
    return state.last().get(current) == turn - 1
        && state.at().get(current) + lifetime.toMillis() > arrival
        && !faults.stopsAfter(accounts.get(current), Duration.ofMillis(arrival));
  }

  /** From when an account serves. */
  private long serving(Holder account, long from) {
    long time = from;
    Optional<Duration> until;
    do {
      until = faults.stoppedUntil(account.provider(), account.account(), Duration.ofMillis(time));
      time = until.map(Duration::toMillis).orElse(time);
    } while (until.isPresent());
    return time;
  }

  private Usage usage(int turn, State state, Option option) {
    Prefix prefix = prefixes.get(turn);
    Duration start = Duration.ofMillis(option.start());
    int read =
        shared.found(turns.get(turn), prefix, accounts.get(option.account()), lifetime, start);
    int last = state.last().get(option.account());
    if (last != NEVER && state.at().get(option.account()) + lifetime.toMillis() > option.start()) {
      read = Math.max(read, prefix.readable(prefixes.get(last)));
    }
    if (again.get(turn) && prefix.leaves(prefix.count() - 1)) {
      read = prefix.total();
    }
    boolean written = RequestBody.claude(turns.get(turn)) && prefix.leaves(prefix.count() - 1);
    return new Usage(prefix.total(), read, written ? prefix.total() - read : 0);
  }

  private State after(int turn, State state, Option option, Usage usage) {
    Turn served = turns.get(turn);
    long end =
        option.start()
            + World.firstToken((int) (usage.total() - usage.read())).toMillis()
            + World.generation(served.outputTokens()).toMillis();
    long next = turn + 1 < turns.size() ? turns.get(turn + 1).start().toMillis() : 0;
    List<Integer> last = new ArrayList<>(state.last());
    List<Long> at = new ArrayList<>(state.at());
    last.set(option.account(), turn);
    at.set(option.account(), option.start());
    for (int i = 0; i < accounts.size(); i++) {
      if (at.get(i) + lifetime.toMillis() <= next) {
        last.set(i, NEVER);
        at.set(i, 0L);
      }
    }
    return new State(List.copyOf(last), List.copyOf(at), option.account(), end <= next ? 0 : end);
  }
}
