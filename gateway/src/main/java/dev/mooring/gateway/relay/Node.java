package dev.mooring.gateway.relay;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinStore;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.InFlight;
import dev.mooring.gateway.routing.Planner;
import dev.mooring.gateway.telemetry.Metrics;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * What all event loops of a process share: it outlives every configuration.
 *
 * @param random for versions of pins and jitter; safe for many threads
 */
public record Node(
    PinStore pins,
    IssuerStore issuers,
    Health health,
    InFlight inFlight,
    Planner planner,
    CacheFacts facts,
    Metrics metrics,
    InstantSource clock,
    RandomGenerator random) {}
