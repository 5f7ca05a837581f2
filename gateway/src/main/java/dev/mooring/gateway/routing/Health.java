package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.HealthConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which credentials are down for which models, as this node has seen it (contract, section 5,
 * "Health").
 *
 * <p>A subject goes down after so many failures in a row, while a 429 said so, and for a while
 * after it was rejected outright. When the time that failures gave it is over one request may probe
 * it; until that request's result is in, the others still see it down. A success clears everything.
 */
public final class Health {
  /** How long a probe may take before another is let through. */
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(30);

  private final InstantSource clock;
  private final ConcurrentHashMap<Subject, State> states = new ConcurrentHashMap<>();

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

  /**
   * @param failures in a row
   * @param timesDown by failures, without a success between
   * @param probing whether {@code down} lasts until a probe's result is in
   */
  private record State(int failures, int timesDown, @Nullable CoolDown down, boolean probing) {
    static final State GOOD = new State(0, 0, null, false);

    boolean isDown(Instant now) {
      return down != null && now.isBefore(down.until());
    }

    State with(@Nullable CoolDown other, boolean isProbing) {
      return new State(failures, timesDown, other, isProbing);
    }
  }

  /** Whether a subject is down now. */
  public boolean isDown(Subject subject) {
    return coolDown(subject) != null;
  }

  /** Why a subject is down now; null when it is not. */
  public @Nullable CoolDown coolDown(Subject subject) {
    State state = states.get(subject);
    return state != null && state.isDown(clock.instant()) ? state.down() : null;
  }

  /** A request is about to be sent; after a time down by failures it becomes the probe. */
  public void attempted(Subject subject) {
    states.computeIfPresent(
        subject,
        (unused, state) -> {
          boolean probes =
              state.down() != null
                  && state.down().cause() == Cause.FAILURES
                  && !state.isDown(clock.instant());
          return probes ? state.with(until(Cause.FAILURES, PROBE_PATIENCE), true) : state;
        });
  }

  /** A request came through. */
  public void succeeded(Subject subject) {
    states.remove(subject);
  }

  /** A request ended without saying anything of the subject's health; a probe is over. */
  public void abandoned(Subject subject) {
    states.computeIfPresent(
        subject,
        (unused, state) ->
            state.probing() ? state.with(until(Cause.FAILURES, Duration.ZERO), false) : state);
  }

  /** A request met a 5xx, a time-out or a network failure. */
  public void failed(Subject subject, HealthConfig config) {
    states.compute(
        subject,
        (unused, before) -> {
          State state = before == null ? State.GOOD : before;
          State counted =
              new State(state.failures() + 1, state.timesDown(), state.down(), state.probing());
          boolean known = state.isDown(clock.instant()) && !state.probing();
          if (counted.failures() < config.failures() || known) {
            return counted;
          }
          Duration length = doubled(config.initialDown(), state.timesDown(), config.maxDown());
          CoolDown down = until(Cause.FAILURES, length);
          return new State(counted.failures(), state.timesDown() + 1, down, false);
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
    states.compute(
        subject,
        (unused, before) -> {
          State state = before == null ? State.GOOD : before;
          CoolDown known = state.probing() ? null : state.down();
          boolean shorter = known != null && known.until().isAfter(down.until());
          return shorter ? state : state.with(down, false);
        });
  }

  private CoolDown until(Cause cause, Duration length) {
    return new CoolDown(cause, clock.instant().plus(length));
  }

  private static Duration doubled(Duration first, int times, Duration most) {
    Duration length = first.multipliedBy(1L << Math.min(times, 20));
    return length.compareTo(most) > 0 ? most : length;
  }
}
