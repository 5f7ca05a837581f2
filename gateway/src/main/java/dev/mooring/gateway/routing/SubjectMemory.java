package dev.mooring.gateway.routing;

import dev.mooring.gateway.routing.Health.Subject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of subjects of which something bad is known; bounded, and safe for many threads.
 */
final class SubjectMemory {
  /** The most subjects that are remembered; past it the half that was idle for longest goes. */
  static final int LIMIT = 8_192;

  /**
   * How long after its last event and the end of its cool-down a subject is remembered, for the
   * next cool-down to be longer.
   */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  private final InstantSource clock;
  private final ConcurrentHashMap<Subject, SubjectHealth> states = new ConcurrentHashMap<>();
  private volatile Instant nextSweep = Instant.MIN;

  SubjectMemory(InstantSource clock) {
    this.clock = clock;
  }

  /** What is known of a subject; null where that is nothing bad. */
  @Nullable SubjectHealth get(Subject subject) {
    return states.get(subject);
  }

  /** Changes what is known of a subject, which may be nothing bad, before and after. */
  void change(Subject subject, UnaryOperator<@Nullable SubjectHealth> change) {
    forgetOld();
    states.compute(
        subject,
        (unused, state) ->
            change.apply(state == null ? SubjectHealth.good(clock.instant()) : state));
  }

  /** Changes what is known of a subject, if anything is. */
  void changeKnown(Subject subject, UnaryOperator<SubjectHealth> change) {
    states.computeIfPresent(subject, (unused, state) -> change.apply(state));
  }

  /** Changes what is known of a subject if it is still as it was. */
  boolean replace(Subject subject, SubjectHealth before, SubjectHealth after) {
    return states.replace(subject, before, after);
  }

  /** Forgets a subject. */
  void forget(Subject subject) {
    states.remove(subject);
  }

  /** All subjects of which something is known. */
  Stream<Map.Entry<Subject, SubjectHealth>> all() {
    return states.entrySet().stream();
  }

  /** Whether nothing is known of any. */
  boolean isEmpty() {
    return states.isEmpty();
  }

  /** How many these are. */
  int size() {
    return states.size();
  }

  /** Forgets, now and then, the subjects of which nothing was heard for long; keeps the bound. */
  private void forgetOld() {
    Instant now = clock.instant();
    if (states.size() >= LIMIT) {
      List<Instant> touched =
          states.values().stream().map(SubjectHealth::touched).sorted().toList();
      Instant median = touched.get(touched.size() / 2);
      states.values().removeIf(state -> !state.touched().isAfter(median));
    }
    if (now.isBefore(nextSweep)) {
      return;
    }
    nextSweep = now.plus(REMEMBERED);
    Instant oldest = now.minus(REMEMBERED);
    states.values().removeIf(state -> state.touched().isBefore(oldest) && !state.isDown(oldest));
  }
}
