package dev.mooring.gateway.relay;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.record.Turn;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.telemetry.Expense;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The turn that a chat request was, for whoever looks at the node. */
final class TurnReport {
  /** The most characters of one text that are kept: callers choose some of them. */
  static final int MAX_TEXT = 4_096;

  private final Inbound inbound;
  private final SessionAffinity affinity;
  private final RoutingReport report;
  private final RoutingTrail trail;
  private final Instant arrived;

  TurnReport(
      Inbound inbound,
      SessionAffinity affinity,
      RoutingReport report,
      RoutingTrail trail,
      Instant arrived) {
    this.inbound = inbound;
    this.affinity = affinity;
    this.report = report;
    this.trail = trail;
    this.arrived = arrived;
  }

  /**
   * The turn as it ended.
   *
   * @param usage what the answer told; null where it told nothing
   * @param expense what that cost; null where it or the price is unknown
   * @param told the error that the caller got; null for none
   */
  Turn ended(
      @Nullable Usage usage,
      @Nullable Expense expense,
      int status,
      @Nullable String told,
      Instant now) {
    PlanCandidate by = report.served();
    String error = told == null ? report.lastError() : told;
    return new Turn(
        now,
        inbound.id(),
        inbound.operation().label(),
        by == null ? bounded(inbound.envelope().model()) : report.model(),
        status,
        Duration.between(arrived, now),
        who(),
        by == null ? null : served(by, usage, expense),
        affinity(by),
        error == null ? null : bounded(error),
        lines());
  }

  private Turn.Who who() {
    ClientKeyConfig key = inbound.caller().key();
    Session session = affinity.session();
    return new Turn.Who(
        inbound.caller().team(),
        key == null ? null : key.id(),
        session.key().hex(),
        inbound.catalog().config().logging().sessionIds() ? session.id() : null,
        session.source().kind().wireName());
  }

  private Turn.Served served(PlanCandidate by, @Nullable Usage usage, @Nullable Expense expense) {
    return new Turn.Served(
        by.provider(),
        by.credential(),
        by.upstreamModel(),
        RoutingReason.of(inbound.envelope().options(), report, affinity.state(report.plan()), by)
            .wireName(),
        by.byok(),
        inbound.envelope().stream(),
        usage,
        expense == null ? null : money(expense));
  }

  private static Turn.Money money(Expense expense) {
    return new Turn.Money(
        expense.actual(),
        expense.withoutCache() - expense.actual(),
        expense.spread() - expense.actual());
  }

  private Turn.@Nullable Affinity affinity(@Nullable PlanCandidate by) {
    Promotion<PlanCandidate> promotion = report.promotion();
    if (promotion == null) {
      return null;
    }
    return new Turn.Affinity(
        promotion.outcome().wireName(),
        promotion.pinnedProvider(),
        promotion.displacedProvider(),
        by == null ? null : movedFrom(by));
  }

  /** Whom the session's pin named, where somebody else has served. */
  private Turn.@Nullable Place movedFrom(PlanCandidate by) {
    if (!(affinity.state(report.plan()) instanceof PinState.Pinned state)) {
      return null;
    }
    Pin pin = state.pin();
    boolean stayed =
        pin.provider().equals(by.provider())
            && (pin.credential() == null || pin.credential().equals(by.credential()));
    return stayed ? null : new Turn.Place(pin.provider(), pin.credential());
  }

  /** The lines; those of a request that brings secrets do not wait, so that none is kept. */
  private List<Turn.Line> lines() {
    List<Turn.Line> lines = new ToldTrail(trail);
    return inbound.envelope().options().byok().isEmpty() ? lines : List.copyOf(lines);
  }

  static String bounded(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }
}
