package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.HealthConfig;
import dev.mooring.gateway.config.RatesConfig;
import dev.mooring.gateway.routing.Health.Cause;
import dev.mooring.gateway.routing.Health.CoolDown;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one subject's health, and how each event changes it (contract, section 5,
 * "Health"). Immutable, but for the window of calls, which its successors share.
 *
 * @param failures in a row
 * @param timesDown by failures, without a success between
 * @param down its last cool-down, which may be over; null for none
 * @param probe while it runs, {@code down} lasts until its result is in
 * @param calls the calls of the last while; null where none of them was bad
 * @param touched when this was last changed
 */
record SubjectHealth(
    int failures,
    int timesDown,
    @Nullable CoolDown down,
    Probe probe,
    @Nullable CallWindow calls,
    Instant touched) {

  /** How far the end of one cool-down may differ between what was reported and what is heard. */
  static final Duration SLACK = Duration.ofMillis(250);

  /** How far the probe of a subject has come. */
  enum Probe {
    /** Nobody here has asked for it. */
    NONE,
    /** The board was asked, and has not answered. */
    ASKED,
    /** The next request is the probe. */
    GRANTED,
    /** A request is the probe. */
    RUNNING
  }

  /** A subject of which nothing bad is known. */
  static SubjectHealth good(Instant now) {
    return new SubjectHealth(0, 0, null, Probe.NONE, null, now);
  }

  /** Whether its cool-down has time left. */
  boolean isDown(Instant now) {
    return down != null && now.isBefore(down.until());
  }

  /** Whether its last cool-down came from failures, and ends with a probe. */
  boolean byFailures() {
    return down != null && down.cause() == Cause.FAILURES;
  }

  /** Whether so many of its last calls were bad that others are to be preferred. */
  boolean degraded() {
    return calls != null && calls.degraded();
  }

  /** The same with another cool-down and probe. */
  SubjectHealth with(@Nullable CoolDown other, Probe otherProbe, Instant now) {
    return new SubjectHealth(failures, timesDown, other, otherProbe, calls, now);
  }

  /** A call failed: it is counted, and takes the subject down where it is one too many. */
  SubjectHealth failed(InstantSource clock, HealthConfig config) {
    Instant now = clock.instant();
    CallWindow window = window(config.rates(), clock);
    window.failed();
    int counted = Math.min(failures + 1, config.failures());
    boolean known = isDown(now) && probe != Probe.RUNNING;
    boolean tooMany = timesDown > 0 || counted >= config.failures() || window.failing();
    if (known || !tooMany) {
      return new SubjectHealth(counted, timesDown, down, probe, window, now);
    }
    Duration length = doubled(config.initialDown(), timesDown, config.maxDown());
    CoolDown next = new CoolDown(Cause.FAILURES, now.plus(length));
    return new SubjectHealth(counted, timesDown + 1, next, Probe.NONE, null, now);
  }

  /**
   * A call came through: everything is cleared but the window of calls, and that too where a
   * cool-down ends by it.
   *
   * @param slow whether it was slow to begin
   * @return null where nothing is left to remember
   */
  @Nullable SubjectHealth succeeded(InstantSource clock, boolean slow, RatesConfig rates) {
    boolean stays = down == null && calls != null && !calls.clean();
    if (!slow && !stays) {
      return null;
    }
    CallWindow window = down == null ? window(rates, clock) : new CallWindow(rates, clock);
    if (slow) {
      window.slow();
    } else {
      window.succeeded();
    }
    return new SubjectHealth(0, 0, null, Probe.NONE, window, clock.instant());
  }

  /** It is to be left alone for a while; never for a shorter time than it is already. */
  SubjectHealth takenDown(CoolDown next, Instant now) {
    CoolDown known = probe == Probe.RUNNING ? null : down;
    boolean shorter = known != null && known.until().isAfter(next.until());
    return shorter ? this : with(next, Probe.NONE, now);
  }

  /**
   * A notice was heard: what ends later stands, unless the board itself took back what it had said
   * before. A probe of this node's goes on.
   *
   * @param until when the noticed cool-down ends
   * @param earlier what the board had said of that before; null for nothing
   */
  SubjectHealth told(
      CoolDownBoard.Notice notice, Instant until, @Nullable Instant earlier, Instant now) {
    if (probe == Probe.GRANTED || probe == Probe.RUNNING) {
      return this;
    }
    if (down != null) {
      boolean own = earlier == null || !near(down.until(), earlier);
      if (near(down.until(), until) || (down.until().isAfter(until) && own)) {
        return this;
      }
    }
    int times = Math.max(timesDown, notice.timesDown());
    CoolDown heard = new CoolDown(notice.cause(), until);
    return new SubjectHealth(failures, times, heard, Probe.NONE, calls, now);
  }

  /** Whether two times are the same but for what messages take. */
  static boolean near(Instant one, Instant other) {
    return Duration.between(one, other).abs().compareTo(SLACK) < 0;
  }

  private CallWindow window(RatesConfig rates, InstantSource clock) {
    return calls != null && calls.countsBy(rates) ? calls : new CallWindow(rates, clock);
  }

  private static Duration doubled(Duration first, int times, Duration most) {
    Duration length = first.multipliedBy(1L << Math.min(times, 20));
    return length.compareTo(most) > 0 ? most : length;
  }
}
