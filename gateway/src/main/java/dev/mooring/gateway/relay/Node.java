package dev.mooring.gateway.relay;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.cache.LearnedLifetimes;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.gateway.record.TurnFeed;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.InFlight;
import dev.mooring.gateway.routing.Planner;
import dev.mooring.gateway.routing.TargetSpeeds;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.gateway.telemetry.RequestTrace;
import dev.mooring.gateway.telemetry.Tracing;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * A node as the requests of one event loop see it; it outlives every configuration. The stores are
 * the loop's own, or safe for many threads; everything else is shared by all loops.
 *
 * @param pins what sessions remember; its answers arrive on the loop
 * @param issuers who issued which id; likewise
 * @param record what is kept of sessions for people to look at
 * @param limits what callers have used of their limits; its answers arrive on the loop
 * @param speeds how fast targets are of late
 * @param cached how much of sessions' prompts their providers have in their caches
 * @param foreign what of conversations' state accounts cannot read
 * @param lifetimes how long caches last by what answers told
 * @param random for versions of pins and jitter; safe for many threads
 * @param waits the time before a retry, and until a call times out
 */
public record Node(
    PinStore pins,
    IssuerStore issuers,
    SessionRecord record,
    LimitStore limits,
    Health health,
    InFlight inFlight,
    Planner planner,
    TargetSpeeds speeds,
    CachedShares cached,
    ForeignState foreign,
    LearnedLifetimes lifetimes,
    CacheFacts facts,
    Metrics metrics,
    Tracing tracing,
    TurnFeed feed,
    InstantSource clock,
    RandomGenerator random,
    Waits waits) {

  /** The same node, whose stores tell a trace of their calls. */
  Node within(RequestTrace trace) {
    return trace.on()
        ? new Node(
            new TracedPins(pins, trace),
            new TracedIssuers(issuers, trace),
            record,
            limits,
            health,
            inFlight,
            planner,
            speeds,
            cached,
            foreign,
            lifetimes,
            facts,
            metrics,
            tracing,
            feed,
            clock,
            random,
            waits)
        : this;
  }
}
