package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.HealthConfig;
import dev.mooring.gateway.routing.SubjectHealth.Probe;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which credentials are down or degraded for which models, as this node has seen it and as others
 * have told it (contract, sections 5, "Health", and 7).
 *
 * <p>A subject goes down after so many failures in a row or among its last calls, while a 429 said
 * so, and for a while after it was rejected outright. When the time that failures gave it is over
 * one request may probe it; until that request's result is in, the others still see it down. A
 * success clears it. It is degraded while too many of its last calls failed or were slow to begin:
 * sessions stay with it, and others prefer what is well.
 *
 * <p>Where nodes share a board, each tells what it learns and hears what others do, a success
 * clears a subject for all, and what failures took down is probed by one node only: the first that
 * asks for it when its time is over. What is degraded on one node is degraded on all.
 */
public final class Health {
  /** How long a probe may take before another is let through. */
  static final Duration PROBE_PATIENCE = Duration.ofSeconds(30);

  /**
   * How long a node that may not probe waits before it asks again, unless it hears of the result.
   */
  static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final InstantSource clock;
  private final SubjectMemory subjects;
  private final Drains drains = new Drains();
  private volatile CoolDownBoard board = CoolDownBoard.NONE;
  private volatile Map<Subject, Instant> heard = Map.of();
  private volatile Set<Subject> degradedElsewhere = Set.of();

  /** Health of everything is good at first. */
  public Health(InstantSource clock) {
    this.clock = clock;
    this.subjects = new SubjectMemory(clock);
  }

  /** Whose health it is: a credential of a provider, for one of its models. */
  public record Subject(String provider, String credential, String upstreamModel) {}

  /** Why a subject is down, and until when. */
  public record CoolDown(Cause cause, Instant until) {}

  /** What took a subject down. */
  public enum Cause {
    FAILURES,
    RATE_LIMIT,
    REJECTED,
    /** An operator lets it drain; {@link Drains} keeps these. */
    DRAINED
  }

  /** Shares what is learnt from now on. */
  public void share(CoolDownBoard shared) {
    board = shared;
    drains.share(shared);
  }

  /**
   * Hears all cool-downs that stand on the board. One that was heard before, had time left and is
   * not among them was cleared by a success somewhere.
   */
  public void hear(List<CoolDownBoard.Notice> notices) {
    Instant now = clock.instant();
    Map<Subject, Instant> listed = new HashMap<>();
    Map<Subject, Instant> before = heard;
    drains.hear(notices);
    for (CoolDownBoard.Notice notice : notices) {
      if (Drains.isDrain(notice)) {
        continue;
      }
      Instant until = now.plus(notice.remaining());
      listed.put(notice.subject(), until);
      Instant earlier = before.get(notice.subject());
      subjects.change(notice.subject(), state -> state.told(notice, until, earlier, now));
    }
    heard = listed;
    before.forEach(
        (subject, until) -> {
          if (!listed.containsKey(subject) && until.isAfter(now.plus(SubjectHealth.SLACK))) {
            subjects.forget(subject);
          }
        });
  }

  /** Hears all that is degraded on other nodes. */
  public void hearDegraded(Set<Subject> subjects) {
    degradedElsewhere = subjects;
  }

  /** What is degraded by this node's own calls. */
  public Set<Subject> degraded() {
    return subjects
        .all()
        .filter(each -> each.getValue().degraded())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether nothing bad is known of any subject, so that none has to be asked for. */
  boolean allHealthy() {
    return subjects.isEmpty() && degradedElsewhere.isEmpty();
  }

  /** How a subject is now. */
  public Condition condition(Subject subject) {
    if (isDown(subject)) {
      return Condition.DOWN;
    }
    return degraded(subject) ? Condition.DEGRADED : Condition.HEALTHY;
  }

  /** Whether so many calls of a subject went badly that others are to be preferred. */
  public boolean degraded(Subject subject) {
    SubjectHealth state = subjects.get(subject);
    return (state != null && state.degraded()) || degradedElsewhere.contains(subject);
  }

  /** Whether a subject is down now. */
  public boolean isDown(Subject subject) {
    return coolDown(subject) != null;
  }

  /** Why a subject is down now; null when it is not. */
  public @Nullable CoolDown coolDown(Subject subject) {
    SubjectHealth state = subjects.get(subject);
    if (state == null || state.down() == null) {
      return null;
    }
    boolean over = !state.isDown(clock.instant()) && (!leased(state) || mayProbe(subject, state));
    return over ? null : state.down();
  }

  /** What operators let drain. */
  public Drains drains() {
    return drains;
  }

  /** What a subject was taken down by and is still down for; asks for no probe. */
  public @Nullable CoolDown shown(Subject subject) {
    SubjectHealth state = subjects.get(subject);
    return state != null && state.isDown(clock.instant()) ? state.down() : null;
  }

  /** Forgets what is known of a subject, here and on all nodes. */
  public void reset(Subject subject) {
    subjects.forget(subject);
    board.clear(subject);
  }

  /** How many subjects of a provider are down now; asks for no probe. */
  public long down(String provider) {
    Instant now = clock.instant();
    return subjects
        .all()
        .filter(each -> each.getKey().provider().equals(provider) && each.getValue().isDown(now))
        .count();
  }

  /** How many subjects of a provider are degraded by this node's own calls. */
  public long degraded(String provider) {
    return subjects
        .all()
        .filter(each -> each.getKey().provider().equals(provider) && each.getValue().degraded())
        .count();
  }

  /** A request is about to be sent; after a time down by failures it becomes the probe. */
  public void attempted(Subject subject) {
    subjects.changeKnown(
        subject,
        state -> {
          boolean probes =
              state.byFailures()
                  && !state.isDown(clock.instant())
                  && (!leased(state) || state.probe() == Probe.GRANTED);
          return probes
              ? state.with(until(Cause.FAILURES, PROBE_PATIENCE), Probe.RUNNING, clock.instant())
              : state;
        });
  }

  /**
   * A request came through.
   *
   * @param slow whether it was slow to begin
   */
  public void succeeded(Subject subject, boolean slow, HealthConfig config) {
    SubjectHealth before = subjects.get(subject);
    if (before == null && !slow) {
      return;
    }
    subjects.change(subject, state -> state.succeeded(clock, slow, config.rates()));
    if (before != null && before.down() != null) {
      board.clear(subject);
    }
  }

  /** A request ended without saying anything of the subject's health; a probe is over. */
  public void abandoned(Subject subject) {
    subjects.changeKnown(
        subject,
        state -> {
          if (state.probe() != Probe.RUNNING) {
            return state;
          }
          Duration pause = leased(state) ? ASK_AGAIN : Duration.ZERO;
          CoolDown next = until(Cause.FAILURES, pause);
          return reported(subject, state, state.with(next, Probe.NONE, clock.instant()));
        });
  }

  /** A request met a 5xx, a time-out or a network failure. */
  public void failed(Subject subject, HealthConfig config) {
    subjects.change(
        subject,
        before -> {
          SubjectHealth after = before.failed(clock, config);
          return after.timesDown() > before.timesDown() ? reported(subject, before, after) : after;
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

  private void takeDown(Subject subject, CoolDown down) {
    subjects.change(
        subject,
        before -> {
          SubjectHealth after = before.takenDown(down, clock.instant());
          return after.equals(before) ? before : reported(subject, before, after);
        });
  }

  /** How many subjects there is something to remember of. */
  int size() {
    return subjects.size();
  }

  /** Whether its probe needs the board's leave. */
  private boolean leased(SubjectHealth state) {
    return board != CoolDownBoard.NONE && state.byFailures();
  }

  /** Whether the board lets a request probe a subject whose time is over; asks it where need be. */
  private boolean mayProbe(Subject subject, SubjectHealth state) {
    if (state.probe() == Probe.GRANTED) {
      return true;
    }
    SubjectHealth asking = state.with(state.down(), Probe.ASKED, clock.instant());
    if (state.probe() == Probe.ASKED || !subjects.replace(subject, state, asking)) {
      return false;
    }
    board
        .tryProbe(subject, PROBE_PATIENCE)
        .whenComplete((may, failure) -> answered(subject, may, failure == null));
    SubjectHealth now = subjects.get(subject);
    return now != null && now.probe() == Probe.GRANTED;
  }

  /** The board has answered; where it cannot, this node decides alone. */
  private void answered(Subject subject, @Nullable Boolean may, boolean told) {
    Instant now = clock.instant();
    subjects.changeKnown(
        subject,
        state -> {
          CoolDown down = state.down();
          if (state.probe() != Probe.ASKED || down == null) {
            return state;
          }
          if (!told) {
            return state.with(down, Probe.GRANTED, now);
          }
          if (!Boolean.TRUE.equals(may)) {
            return state.with(until(down.cause(), ASK_AGAIN), Probe.NONE, now);
          }
          board.report(notice(subject, state, PROBE_PATIENCE));
          return state.with(down, Probe.GRANTED, now);
        });
  }

  /** Tells the board of a new state, unless that ends about when the one before did. */
  private SubjectHealth reported(Subject subject, SubjectHealth before, SubjectHealth state) {
    CoolDown down = state.down();
    if (down == null) {
      return state;
    }
    boolean probed = before.probe() == Probe.RUNNING;
    if (probed && leased(before)) {
      board.clear(subject);
    }
    if (probed
        || before.down() == null
        || !SubjectHealth.near(before.down().until(), down.until())) {
      board.report(notice(subject, state, Duration.between(clock.instant(), down.until())));
    }
    return state;
  }

  private static CoolDownBoard.Notice notice(
      Subject subject, SubjectHealth state, Duration remaining) {
    Cause cause = state.down() == null ? Cause.FAILURES : state.down().cause();
    return new CoolDownBoard.Notice(subject, cause, state.timesDown(), remaining);
  }

  private CoolDown until(Cause cause, Duration length) {
    return new CoolDown(cause, clock.instant().plus(length));
  }
}
