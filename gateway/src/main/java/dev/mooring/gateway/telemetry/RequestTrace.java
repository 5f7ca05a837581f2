package dev.mooring.gateway.telemetry;

import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.Usage;
import org.jspecify.annotations.Nullable;

/** The trace of one request, handed from hand to hand: nothing is kept by thread. */
public interface RequestTrace {
  /** No trace. */
  RequestTrace NONE = new NoTracing.Trace();

  /**
   * Who is called.
   *
   * @param provider the provider's id
   * @param type its type, by the name in configuration
   * @param credential the credential's id
   * @param model the model as the provider names it
   */
  record Upstream(String provider, String type, String credential, String model) {}

  /** Whether there is a trace at all. */
  boolean on();

  /**
   * The request's session is known; to be called once, before everything else.
   *
   * @param session null where it has none
   * @param inClear whether the session's ID is told rather than its hash
   */
  void identified(@Nullable Session session, boolean inClear);

  /** Session affinity decided. */
  void decided(String outcome);

  /** An attempt begins. */
  CallSpan attempt(Upstream upstream);

  /** A call to the store begins, such as {@code pins.read}. */
  CallSpan store(String call);

  /**
   * An answer has ended, well or not.
   *
   * @param usage what it said of itself; null where it said nothing
   */
  void served(Upstream upstream, @Nullable Usage usage);

  /** The request is over, with this status; 499 when its caller went away. */
  void ended(int status);
}
