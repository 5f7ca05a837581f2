package dev.mooring.gateway.relay;

import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the record is told of one turn: an event for each attempt, who serves the session once a
 * provider has accepted, and the tokens when the answer has ended (contract, section 8).
 */
final class TurnRecord {
  private final Node node;
  private final Inbound inbound;
  private final RoutingReport report;
  private final PinKeeper keeper;
  private final Session session;
  private final String api;
  private Reason reason = Reason.ORDER;
  private @Nullable Usage left;
  private long began;
  private int brokenBy;
  private boolean accepted;

  private TurnRecord(
      Node node, Inbound inbound, RoutingReport report, PinKeeper keeper, Session session) {
    this.node = node;
    this.inbound = inbound;
    this.report = report;
    this.keeper = keeper;
    this.session = session;
    this.api = inbound.operation().label();
  }

  /**
   * The record of a turn; null where the request is none, or its caller opted out.
   *
   * @param keeper keeps the session's pin; null where the request writes none
   */
  static @Nullable TurnRecord of(
      Node node, Inbound inbound, RoutingReport report, @Nullable PinKeeper keeper) {
    Session session = keeper == null ? null : keeper.remembered();
    return keeper == null || session == null
        ? null
        : new TurnRecord(node, inbound, report, keeper, session);
  }

  /** An attempt begins. */
  void begins(PlanCandidate candidate) {
    reason =
        RoutingReason.of(
            inbound.envelope().options(), report, keeper.read(report.model()), candidate);
    began = node.clock().millis();
    brokenBy = 0;
    accepted = false;
  }

  /** The candidate has accepted the turn: it serves the session. */
  void accepted(PlanCandidate candidate) {
    accepted = true;
    Instant now = node.clock().instant();
    Assignment assignment =
        new Assignment(candidate.provider(), candidate.credential(), report.model(), api);
    String id = inbound.catalog().config().logging().sessionIds() ? session.id() : null;
    if (keeper.moved()) {
      node.record().countSwitch(session.key(), id, assignment, now);
    } else {
      node.record().assign(session.key(), id, assignment, now);
    }
  }

  /** The attempt failed before it was accepted. */
  void failed(PlanCandidate candidate, Failure failure) {
    insert(candidate, Tokens.NONE, failure.error().status());
  }

  /** The attempt failed after something of its answer had reached the caller. */
  void broke(Failure failure) {
    brokenBy = failure.error().status();
  }

  /** The caller leaves a stream that has told so much of its usage; null for nothing. */
  void left(@Nullable Usage told) {
    left = told;
  }

  /** The attempt was given up: status 499 where the caller went away. */
  void cancelled(PlanCandidate candidate, int status) {
    ends(candidate, left, status);
  }

  /**
   * An answer that had begun to reach the caller is over.
   *
   * @param usage what it said of its usage; null where it said nothing
   */
  void ended(PlanCandidate candidate, @Nullable Usage usage, int status) {
    ends(candidate, usage, brokenBy == 0 ? status : brokenBy);
  }

  private void ends(PlanCandidate candidate, @Nullable Usage usage, int status) {
    Tokens tokens =
        usage == null ? Tokens.NONE : new Tokens(usage.input(), usage.cacheRead(), usage.output());
    if (accepted) {
      node.record().updateTokens(session.key(), tokens, node.clock().instant());
    }
    insert(candidate, tokens, status);
  }

  private void insert(PlanCandidate candidate, Tokens tokens, int status) {
    Instant now = node.clock().instant();
    node.record()
        .insert(
            new Event(
                session.key(),
                inbound.id(),
                report.tried().size(),
                api,
                report.model(),
                candidate.provider(),
                candidate.credential(),
                candidate.upstreamModel(),
                reason,
                tokens,
                status,
                Duration.ofMillis(now.toEpochMilli() - began),
                now));
  }
}
