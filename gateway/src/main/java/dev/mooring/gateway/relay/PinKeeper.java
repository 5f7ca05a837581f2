package dev.mooring.gateway.relay;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinLifetime;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.config.AffinityConfig;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The pin of one turn: written when the provider has accepted, taken back when the turn fails after
 * that. Writes are sent and not waited for (contract, section 5, "Pins").
 */
final class PinKeeper {
  private final Node node;
  private final SessionAffinity affinity;
  private final Inbound inbound;
  private final @Nullable Duration headerLifetime;
  private @Nullable String model;

  /** The version that this turn read and followed, or wrote; 0 for none. */
  private long version;

  /**
   * @param headerLifetime what {@code x-bf-session-ttl} asks for, or null
   */
  PinKeeper(
      Node node, SessionAffinity affinity, Inbound inbound, @Nullable Duration headerLifetime) {
    this.node = node;
    this.affinity = affinity;
    this.inbound = inbound;
    this.headerLifetime = headerLifetime;
  }

  /**
   * A candidate has accepted the turn.
   *
   * @param sinceSent the time since the request was sent to it
   */
  void accepted(ModelPlan plan, PlanCandidate candidate, Duration sinceSent) {
    Session session = affinity.session();
    model = plan.model().id();
    Pin read = affinity.state(plan) instanceof PinState.Pinned pinned ? pinned.pin() : null;
    Pin holder = holder(session, candidate);
    boolean followed = read != null && read.sameHolder(holder);
    version = followed ? read.version() : 0;
    PinLifetime lifetime = lifetime(plan, candidate, sinceSent);
    if (!affinity.mayWrite(plan, candidate) || lifetime.remaining().isZero()) {
      return;
    }
    version = holder.version();
    if (read == null) {
      write(new PinWrite.Claim(session.key(), model, holder, lifetime.remaining()));
    } else if (followed) {
      write(
          new PinWrite.Renew(
              session.key(), model, holder, lifetime.remaining(), lifetime.mayShorten()));
    } else {
      write(new PinWrite.Move(session.key(), model, read.version(), holder, lifetime.remaining()));
    }
  }

  /** The turn failed after it had been accepted. */
  void broke() {
    if (version != 0 && model != null) {
      write(new PinWrite.Remove(affinity.session().key(), model, version));
    }
  }

  private Pin holder(Session session, PlanCandidate candidate) {
    return new Pin(
        candidate.provider(),
        candidate.upstreamModel(),
        session.source().pinsCredential() ? candidate.credential() : null,
        stamp());
  }

  private long stamp() {
    long stamp = node.random().nextLong();
    return stamp == 0 ? 1 : stamp;
  }

  private PinLifetime lifetime(ModelPlan plan, PlanCandidate candidate, Duration sinceSent) {
    AffinityConfig config = inbound.catalog().config().affinity();
    return PinLifetime.of(
        headerLifetime,
        CacheRules.requested(inbound.envelope(), plan.model(), candidate),
        CacheRules.lifetime(node.facts(), candidate),
        config.margin(),
        config.maxLifetime(),
        sinceSent);
  }

  private void write(PinWrite write) {
    String operation = write.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    node.pins()
        .write(write)
        .whenComplete(
            (result, failure) ->
                node.metrics()
                    .pinWritten(
                        operation,
                        failure != null ? "failed" : result.name().toLowerCase(Locale.ROOT)));
  }
}
