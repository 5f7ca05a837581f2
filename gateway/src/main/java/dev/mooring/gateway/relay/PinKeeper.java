package dev.mooring.gateway.relay;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinLifetime;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.PinWrite.Result;
import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionKey;
import dev.mooring.gateway.api.CacheMarking;
import dev.mooring.gateway.config.AffinityConfig;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.telemetry.AffinityMeters.Reach;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The pin of one turn: written when the provider has accepted, taken back when the turn fails after
 * that. Writes are sent and not waited for (contract, section 5, "Pins").
 */
final class PinKeeper {
  private final Node node;
  private final SessionAffinity affinity;
  private final Inbound inbound;
  private final RoutingReport report;
  private final @Nullable Duration headerLifetime;

  private boolean followed;

  /** Takes back the pin that this turn followed or wrote; null for none. */
  private PinWrite.@Nullable Remove undo;

  /** Whether the turn was accepted elsewhere than where the pin that it read is. */
  private boolean moved;

  private PinKeeper(
      Node node,
      SessionAffinity affinity,
      Inbound inbound,
      RoutingReport report,
      @Nullable Duration headerLifetime) {
    this.node = node;
    this.affinity = affinity;
    this.inbound = inbound;
    this.report = report;
    this.headerLifetime = headerLifetime;
  }

  /**
   * Keeps the pin of a request's session.
   *
   * @param report hears of a lifetime that the request asks for and cannot be read
   */
  static PinKeeper of(Node node, SessionAffinity affinity, Inbound inbound, RoutingReport report) {
    String asked = inbound.header("x-bf-session-ttl");
    Duration lifetime = asked == null ? null : PinLifetime.parseHeader(asked);
    if (asked != null && lifetime == null) {
      report.warn(
          "unsupported",
          "x-bf-session-ttl",
          "x-bf-session-ttl is neither a duration such as 30m nor a positive number of seconds;"
              + " the default lifetime was used.");
    }
    return new PinKeeper(node, affinity, inbound, report, lifetime);
  }

  /**
   * A candidate has accepted the turn.
   *
   * @param sinceSent the time since the request was sent to it
   */
  void accepted(ModelPlan plan, PlanCandidate candidate, Duration sinceSent) {
    SessionKey session = affinity.session().key();
    String model = plan.model().id();
    Pin read = affinity.state(plan) instanceof PinState.Pinned pinned ? pinned.pin() : null;
    Pin holder = holder(candidate);
    Pin same = read != null && read.sameHolder(holder) ? read : null;
    followed = same != null;
    moved = read != null && same == null;
    undo = same == null ? null : new PinWrite.Remove(session, model, same.version());
    PinLifetime lifetime = lifetime(plan, candidate, sinceSent);
    Duration remaining = lifetime.remaining();
    if (!affinity.mayWrite(plan, candidate) || remaining.isZero()) {
      return;
    }
    undo = new PinWrite.Remove(session, model, holder.version());
    if (read == null) {
      write(new PinWrite.Claim(session, model, holder, remaining));
    } else if (followed) {
      write(new PinWrite.Renew(session, model, holder, remaining, lifetime.mayShorten()));
    } else {
      countMove(read, candidate);
      write(new PinWrite.Move(session, model, read.version(), holder, remaining));
    }
  }

  /** The turn failed after it had been accepted. */
  void broke() {
    if (undo != null) {
      write(undo);
    }
  }

  /** Whether the accepted turn is served elsewhere than its pin said. */
  boolean moved() {
    return moved;
  }

  /** What the session remembered of a model when it was read. */
  PinState read(String model) {
    return affinity.state(model);
  }

  /** Whether the turn was served by the pin that it read. */
  boolean followed() {
    return followed;
  }

  /** The session, where it is remembered at all: null when its caller opted out. */
  @Nullable Session remembered() {
    return affinity.choosesBy();
  }

  private void countMove(Pin from, PlanCandidate to) {
    Reach reach = Reach.OTHER_PROVIDER;
    if (from.provider().equals(to.provider())) {
      String scope = affinity.cacheScope(from);
      reach = to.cacheScope().equals(scope) ? Reach.SAME_CACHE : Reach.SAME_PROVIDER;
    }
    node.metrics().affinity().moved(from.provider(), reach, report.whyNot(from.provider()));
  }

  private Pin holder(PlanCandidate candidate) {
    return new Pin(
        candidate.provider(),
        candidate.upstreamModel(),
        affinity.session().source().pinsCredential() ? candidate.credential() : null,
        node.random().nextLong());
  }

  private PinLifetime lifetime(ModelPlan plan, PlanCandidate candidate, Duration sinceSent) {
    AffinityConfig config = inbound.catalog().config().affinity();
    CacheMarking marking = PromptCaching.of(node.facts(), inbound, plan.model(), candidate);
    return PinLifetime.of(
        headerLifetime,
        CacheRules.requested(inbound.envelope(), plan.model(), candidate, marking),
        CacheRules.lifetime(node, config, candidate.upstream().config(), candidate.upstreamModel()),
        config.margin(),
        config.maxLifetime(),
        sinceSent);
  }

  private void write(PinWrite write) {
    node.pins()
        .write(write)
        .whenComplete(
            (result, failure) ->
                node.metrics()
                    .affinity()
                    .written(
                        write.operation(),
                        failure != null ? "failed" : result == Result.DONE ? "done" : "lost"));
  }
}
