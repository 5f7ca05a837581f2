package dev.mooring.gateway.record;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The newest turns of this node, their totals, and whoever watches them; safe for many threads.
 * Bounded in everything: a turn costs a short lock, whatever there was before.
 */
public final class TurnFeed {
  /** How many turns are kept; {@link KeptTurns} tells which. */
  static final int TURNS = 1_000;

  /** How many of the turns that failed are kept besides. */
  static final int FAILURES = 250;

  /** How many of the turns that moved are kept besides. */
  static final int MOVES = 200;

  /** How much time one step of the series covers. */
  static final Duration STEP = Duration.ofSeconds(10);

  /** How many steps the series has: half an hour. */
  static final int STEPS = 180;

  private static final Duration SERIES = STEP.multipliedBy(STEPS);

  /** How long after its last turn a session counts as active. */
  static final Duration ACTIVE = Duration.ofMinutes(10);

  /** How many sessions are counted at most. */
  static final int SESSIONS = 100_000;

  private final InstantSource clock;
  private final Object lock = new Object();
  private final KeptTurns turns = new KeptTurns(TURNS - KeptTurns.FRESH, FAILURES);
  private final ArrayDeque<Turn> moves = new ArrayDeque<>();
  private final ArrayDeque<Step> series = new ArrayDeque<>();
  private final ActiveSessions sessions = new ActiveSessions(ACTIVE, SESSIONS);
  private final List<Consumer<Turn>> watchers = new CopyOnWriteArrayList<>();
  private TurnTotals totals = TurnTotals.ZERO;

  /** Nothing yet. */
  public TurnFeed(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * The turns of ten seconds.
   *
   * @param time when they begin
   */
  public record Step(Instant time, TurnTotals totals) {}

  /** Adds a turn, and shows it to whoever watches. */
  public void add(Turn turn) {
    synchronized (lock) {
      if (turn.moved()) {
        moves.addFirst(turn);
        if (moves.size() > MOVES) {
          moves.removeLast();
        }
      }
      totals = totals.plus(turn);
      count(turn);
      sessions.add(turn.who().session(), turn.time());
      turns.add(turn);
    }
    for (Consumer<Turn> watcher : watchers) {
      watcher.accept(turn);
    }
  }

  private void count(Turn turn) {
    long step = STEP.toMillis();
    Instant begins = Instant.ofEpochMilli(Math.floorDiv(turn.time().toEpochMilli(), step) * step);
    Step newest = series.peekLast();
    if (newest == null || newest.time().isBefore(begins)) {
      series.addLast(new Step(begins, TurnTotals.ZERO.plus(turn)));
    } else {
      series.removeLast();
      series.addLast(new Step(newest.time(), newest.totals().plus(turn)));
    }
    forgetSteps(turn.time());
  }

  private void forgetSteps(Instant now) {
    Instant oldest = now.minus(SERIES);
    while (!series.isEmpty() && series.getFirst().time().isBefore(oldest)) {
      series.removeFirst();
    }
  }

  /** The newest turns, and then those that failed before them, the newest first. */
  public List<Turn> turns() {
    KeptTurns.Snapshot snapshot;
    synchronized (lock) {
      snapshot = turns.snapshot();
    }
    return snapshot.turns();
  }

  /** The newest turns that were served elsewhere than their sessions had been, newest first. */
  public List<Turn> moves() {
    synchronized (lock) {
      return new ArrayList<>(moves);
    }
  }

  /** One of the turns that are kept; null when it is not among them. */
  public @Nullable Turn turn(String requestId) {
    byte[] bytes;
    synchronized (lock) {
      Turn whole = whole(requestId);
      if (whole != null) {
        return whole;
      }
      bytes = turns.older(requestId);
    }
    return bytes == null ? null : TurnBytes.turn(bytes);
  }

  private @Nullable Turn whole(String requestId) {
    for (Turn move : moves) {
      if (move.requestId().equals(requestId)) {
        return move;
      }
    }
    return turns.fresh(requestId);
  }

  /** All turns since the node began. */
  public TurnTotals totals() {
    synchronized (lock) {
      return totals;
    }
  }

  /** The last half hour in steps, the oldest first; a step without turns is left out. */
  public List<Step> series() {
    synchronized (lock) {
      forgetSteps(clock.instant());
      return new ArrayList<>(series);
    }
  }

  /** How many sessions had a turn on this node in the last ten minutes; at most 100,000. */
  public int activeSessions() {
    synchronized (lock) {
      return sessions.count(clock.instant());
    }
  }

  /**
   * Shows every turn from now on to a watcher, on the thread that served it: it must be quick.
   *
   * @return ends it
   */
  public Runnable watch(Consumer<Turn> watcher) {
    watchers.add(watcher);
    return () -> watchers.remove(watcher);
  }
}
