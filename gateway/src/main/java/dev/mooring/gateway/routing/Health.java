package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.HealthConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which credentials are down for which models, as this node has seen it and as others have told it
 * (contract, sections 5, "Health", and 7).
 *
 * <p>A subject goes down after so many failures in a row, while a 429 said so, and for a while
 * after it was rejected outright. When the time that failures gave it is over one request may probe
 * it; until that request's result is in, the others still see it down. A success clears everything.
 *
 * <p>Where nodes share a board, each tells what it learns and hears what others do, a success
 * clears a subject for all, and what failures took down is probed by one node only: the first that
 * asks for it when its time is over.
 */
public final class Health {
  /** How long a probe may take before another is let through. */
  static final Duration PROBE_PATIENCE = Duration.ofSeconds(30);

  /**
   * How long a node that may not probe waits before it asks again, unless it hears of the result.
   */
  static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  /** How far the end of one cool-down may differ between what was reported and what is heard. */
  private static final Duration SLACK = Duration.ofMillis(250);

  /** How long after its end a cool-down is remembered, for the next to be longer. */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  private final InstantSource clock;
  private final ConcurrentHashMap<Subject, State> states = new ConcurrentHashMap<>();
  private volatile CoolDownBoard board = CoolDownBoard.NONE;
  private volatile Map<Subject, Instant> heard = Map.of();
  private volatile Instant nextSweep = Instant.MIN;

  /** Health of everything is good at first. */
  public Health(InstantSource clock) {
    this.clock = clock;
  }

  /** What is healthy or down: a credential of a provider, for one of its models. */
  public record Subject(String provider, String credential, String upstreamModel) {}

  /** Why a subject is down, and until when. */
  public record CoolDown(Cause cause, Instant until) {}

  /** What took a subject down. */
  public enum Cause {
    FAILURES,
    RATE_LIMIT,
    REJECTED
  }

  /** How far the probe of a subject has come. */
  private enum Probe {
    /** Nobody here has asked for it. */
    NONE,
    /** The board was asked, and has not answered. */
    ASKED,
    /** The next request is the probe. */
    GRANTED,
    /** A request is the probe. */
    RUNNING
  }

  /**
   * @param failures in a row
   * @param timesDown by failures, without a success between
   * @param probe while it runs, {@code down} lasts until its result is in
   */
  private record State(int failures, int timesDown, @Nullable CoolDown down, Probe probe) {
    static final State GOOD = new State(0, 0, null, Probe.NONE);

    boolean isDown(Instant now) {
      return down != null && now.isBefore(down.until());
    }

    boolean byFailures() {
      return down != null && down.cause() == Cause.FAILURES;
    }

    State with(@Nullable CoolDown other, Probe otherProbe) {
      return new State(failures, timesDown, other, otherProbe);
    }
  }

  /** Shares what is learnt from now on. */
  public void share(CoolDownBoard shared) {
    board = shared;
  }

  /**
   * Hears all cool-downs that stand on the board. One that was heard before, had time left and is
   * not among them was cleared by a success somewhere.
   */
  public void hear(List<CoolDownBoard.Notice> notices) {
    Instant now = clock.instant();
    Map<Subject, Instant> listed = new HashMap<>();
    Map<Subject, Instant> before = heard;
    for (CoolDownBoard.Notice notice : notices) {
      Instant until = now.plus(notice.remaining());
      listed.put(notice.subject(), until);
      Instant earlier = before.get(notice.subject());
      states.compute(notice.subject(), (unused, state) -> told(state, notice, until, earlier));
    }
    heard = listed;
    before.forEach(
        (subject, until) -> {
          if (!listed.containsKey(subject) && until.isAfter(now.plus(SLACK))) {
            states.remove(subject);
          }
        });
  }

  /** Whether a subject is down now. */
  public boolean isDown(Subject subject) {
    return coolDown(subject) != null;
  }

  /** How many subjects of a provider are down now; asks for no probe. */
  public long down(String provider) {
    Instant now = clock.instant();
    return states.entrySet().stream()
        .filter(each -> each.getKey().provider().equals(provider) && each.getValue().isDown(now))
        .count();
  }

  /** Why a subject is down now; null when it is not. */
  public @Nullable CoolDown coolDown(Subject subject) {
    State state = states.get(subject);
    if (state == null || state.down() == null) {
      return null;
    }
    boolean over = !state.isDown(clock.instant()) && (!leased(state) || mayProbe(subject, state));
    return over ? null : state.down();
  }

  /** A request is about to be sent; after a time down by failures it becomes the probe. */
  public void attempted(Subject subject) {
    states.computeIfPresent(
        subject,
        (unused, state) -> {
          boolean probes =
              state.byFailures()
                  && !state.isDown(clock.instant())
                  && (!leased(state) || state.probe() == Probe.GRANTED);
          return probes ? state.with(until(Cause.FAILURES, PROBE_PATIENCE), Probe.RUNNING) : state;
        });
  }

  /** A request came through. */
  public void succeeded(Subject subject) {
    State state = states.remove(subject);
    if (state != null && state.down() != null) {
      board.clear(subject);
    }
  }

  /** A request ended without saying anything of the subject's health; a probe is over. */
  public void abandoned(Subject subject) {
    states.computeIfPresent(
        subject,
        (unused, state) -> {
          if (state.probe() != Probe.RUNNING) {
            return state;
          }
          Duration pause = leased(state) ? ASK_AGAIN : Duration.ZERO;
          return reported(subject, state, state.with(until(Cause.FAILURES, pause), Probe.NONE));
        });
  }

  /** A request met a 5xx, a time-out or a network failure. */
  public void failed(Subject subject, HealthConfig config) {
    sweep();
    states.compute(
        subject,
        (unused, before) -> {
          State state = before == null ? State.GOOD : before;
          int failures = Math.min(state.failures() + 1, config.failures());
          State counted = new State(failures, state.timesDown(), state.down(), state.probe());
          boolean known = state.isDown(clock.instant()) && state.probe() != Probe.RUNNING;
          if (known || (state.timesDown() == 0 && failures < config.failures())) {
            return counted;
          }
          Duration length = doubled(config.initialDown(), state.timesDown(), config.maxDown());
          CoolDown down = until(Cause.FAILURES, length);
          return reported(
              subject, state, new State(failures, state.timesDown() + 1, down, Probe.NONE));
        });
  }

  /**
   * A request met a 429.
   *
   * @param retryAfter what it said, or null; then the subject is not down
   */
  public void rateLimited(Subject subject, @Nullable Duration retryAfter, HealthConfig config) {
    if (retryAfter == null || retryAfter.isNegative() || retryAfter.isZero()) {
      abandoned(subject);
      return;
    }
    Duration length = retryAfter.compareTo(config.maxDown()) > 0 ? config.maxDown() : retryAfter;
    takeDown(subject, until(Cause.RATE_LIMIT, length));
  }

  /** A request was rejected outright. */
  public void rejected(Subject subject, HealthConfig config) {
    takeDown(subject, until(Cause.REJECTED, config.rejectedDown()));
  }

  /** Takes a subject down; never for a shorter time than it is down already. */
  private void takeDown(Subject subject, CoolDown down) {
    sweep();
    states.compute(
        subject,
        (unused, before) -> {
          State state = before == null ? State.GOOD : before;
          CoolDown known = state.probe() == Probe.RUNNING ? null : state.down();
          boolean shorter = known != null && known.until().isAfter(down.until());
          return shorter ? state : reported(subject, state, state.with(down, Probe.NONE));
        });
  }

  /** Forgets, now and then, the subjects that nobody has asked for since they were down. */
  private void sweep() {
    Instant now = clock.instant();
    if (now.isBefore(nextSweep)) {
      return;
    }
    nextSweep = now.plus(REMEMBERED);
    Instant oldest = now.minus(REMEMBERED);
    states
        .values()
        .removeIf(state -> state.down() != null && state.down().until().isBefore(oldest));
  }

  /** How many subjects there is something to remember of. */
  int size() {
    return states.size();
  }

  /** Whether its probe needs the board's leave. */
  private boolean leased(State state) {
    return board != CoolDownBoard.NONE && state.byFailures();
  }

  /** Whether the board lets a request probe a subject whose time is over; asks it where need be. */
  private boolean mayProbe(Subject subject, State state) {
    if (state.probe() == Probe.GRANTED) {
      return true;
    }
    State asking = new State(state.failures(), state.timesDown(), state.down(), Probe.ASKED);
    if (state.probe() == Probe.ASKED || !states.replace(subject, state, asking)) {
      return false;
    }
    board
        .tryProbe(subject, PROBE_PATIENCE)
        .whenComplete((may, failure) -> answered(subject, may, failure == null));
    State now = states.get(subject);
    return now != null && now.probe() == Probe.GRANTED;
  }

  /** The board has answered; where it cannot, this node decides alone. */
  private void answered(Subject subject, @Nullable Boolean may, boolean told) {
    states.computeIfPresent(
        subject,
        (unused, state) -> {
          CoolDown down = state.down();
          if (state.probe() != Probe.ASKED || down == null) {
            return state;
          }
          if (!told) {
            return state.with(down, Probe.GRANTED);
          }
          if (!Boolean.TRUE.equals(may)) {
            return state.with(until(down.cause(), ASK_AGAIN), Probe.NONE);
          }
          board.report(notice(subject, state, PROBE_PATIENCE));
          return state.with(down, Probe.GRANTED);
        });
  }

  /**
   * A state after a notice was heard: what ends later stands, unless the board itself took back
   * what it had said before. A probe of this node's goes on.
   */
  private static State told(
      @Nullable State before,
      CoolDownBoard.Notice notice,
      Instant until,
      @Nullable Instant earlier) {
    State state = before == null ? State.GOOD : before;
    CoolDown down = state.down();
    if (state.probe() == Probe.GRANTED || state.probe() == Probe.RUNNING) {
      return state;
    }
    if (down != null) {
      boolean own = earlier == null || !near(down.until(), earlier);
      if (near(down.until(), until) || (down.until().isAfter(until) && own)) {
        return state;
      }
    }
    int times = Math.max(state.timesDown(), notice.timesDown());
    return new State(state.failures(), times, new CoolDown(notice.cause(), until), Probe.NONE);
  }

  /** Tells the board of a new state, unless that ends about when the one before did. */
  private State reported(Subject subject, State before, State state) {
    CoolDown down = state.down();
    if (down == null) {
      return state;
    }
    boolean probed = before.probe() == Probe.RUNNING;
    if (probed && leased(before)) {
      board.clear(subject);
    }
    if (probed || before.down() == null || !near(before.down().until(), down.until())) {
      board.report(notice(subject, state, Duration.between(clock.instant(), down.until())));
    }
    return state;
  }

  private static CoolDownBoard.Notice notice(Subject subject, State state, Duration remaining) {
    Cause cause = state.down() == null ? Cause.FAILURES : state.down().cause();
    return new CoolDownBoard.Notice(subject, cause, state.timesDown(), remaining);
  }

  private static boolean near(Instant one, Instant other) {
    return Duration.between(one, other).abs().compareTo(SLACK) < 0;
  }

  private CoolDown until(Cause cause, Duration length) {
    return new CoolDown(cause, clock.instant().plus(length));
  }

  private static Duration doubled(Duration first, int times, Duration most) {
    Duration length = first.multipliedBy(1L << Math.min(times, 20));
    return length.compareTo(most) > 0 ? most : length;
  }
}
