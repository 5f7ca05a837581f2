package dev.mooring.gateway.telemetry;

import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.SessionSource;
import dev.mooring.affinity.cache.CacheMiss;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What sessions and their pins met. */
public final class AffinityMeters {
  private final MeterRegistry registry;
  private final CounterTable decisions;
  private final CounterTable writes;
  private final TimerTable waits;
  private final CounterTable limited;
  private final Counter readFailures;

  AffinityMeters(MeterRegistry registry) {
    this.registry = registry;
    decisions =
        new CounterTable(
            registry,
            "mooring.affinity.decisions",
            "What session affinity did for requests, by where their session's ID came from",
            "outcome",
            "source");
    writes =
        new CounterTable(
            registry,
            "mooring.pin.writes",
            "Pin writes: done, lost to another write, or failed",
            "operation",
            "result");
    waits =
        new TimerTable(
            registry,
            "mooring.affinity.waits",
            "Waits for a rate-limited account that holds a session's cache",
            "result",
            Buckets.answer());
    limited =
        new CounterTable(
            registry,
            "mooring.affinity.rate.limited",
            "Rate limits of accounts that hold a session's cache: waited for or left, and why",
            "decision",
            "why");
    readFailures =
        Counter.builder("mooring.pin.read.failures")
            .description("Requests that went on without what their session remembered")
            .register(registry);
  }

  /** How far a session's pin moved. */
  public enum Reach {
    /** To another credential with the same cache. */
    SAME_CACHE("same_cache"),
    /** To another cache of the same provider. */
    SAME_PROVIDER("same_provider"),
    /** To another provider. */
    OTHER_PROVIDER("other_provider");

    private final String label;

    Reach(String label) {
      this.label = label;
    }
  }

  /** Session affinity decided. */
  public void decided(Outcome outcome, SessionSource source) {
    decisions.of(outcome.wireName(), source.kind().wireName()).increment();
  }

  /** A pin write came back: {@code done}, {@code lost} or {@code failed}. */
  public void written(String operation, String result) {
    writes.of(operation, result).increment();
  }

  /** The pin store could not be read. */
  public void readFailed() {
    readFailures.increment();
  }

  /**
   * A session was served elsewhere than its pin said.
   *
   * @param from the provider that the pin named
   * @param reason the failure that its provider met, or why it was not asked
   */
  public void moved(String from, Reach reach, String reason) {
    Counter.builder("mooring.session.moves")
        .description("Sessions that were served elsewhere than their pin said")
        .tag("from", from)
        .tag("reach", reach.label)
        .tag("reason", reason)
        .register(registry)
        .increment();
  }

  /**
   * A turn that followed another did not find what that one had left in a cache.
   *
   * @param model the gateway's id of the model
   */
  public void missed(String provider, String model, CacheMiss reason) {
    Counter.builder("mooring.cache.misses")
        .description("Turns that read less than half of what their session had left in a cache")
        .tag("provider", provider)
        .tag("model", model)
        .tag("reason", reason.wireName())
        .register(registry)
        .increment();
  }

  /**
   * An account that holds a session's cache was rate-limited.
   *
   * @param decision {@code wait} or {@code move}
   * @param why in a word, for example {@code cheaper} or {@code small_prompt}
   */
  public void limited(String decision, String why) {
    limited.of(decision, why).increment();
  }

  /**
   * A request waited for the account that holds its session's cache, rather than move.
   *
   * @param result what became of it, for example {@code kept}, {@code moved} or {@code cancelled}
   * @param nanos how long it waited, in nanoseconds
   */
  public void waited(String result, long nanos) {
    waits.record(result, nanos);
  }
}
