package dev.mooring.gateway.relay;

import dev.mooring.affinity.Promotion;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.routing.UnplannableException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One model's turn to serve a request: its plan under affinity and continuity, the way through it,
 * and what is told of waiting for the pin or leaving it.
 */
final class ModelTurn {
  private final Node node;
  private final RoutingTrail trail;
  private final Course course;
  private final Duration firstDelay;

  /** How long the pinned candidate was waited for, in nanoseconds; 0 once that was told. */
  private long waited;

  private ModelTurn(Node node, RoutingTrail trail, Course course, Duration firstDelay) {
    this.node = node;
    this.trail = trail;
    this.course = course;
    this.firstDelay = firstDelay;
  }

  /**
   * Begins a model's turn: applies the session's pin, then what the request leans on.
   *
   * @param affinity null for a request without a session
   * @param routed the plan as routing made it
   * @throws UnplannableException when the one account that may serve cannot
   */
  static ModelTurn begin(
      Node node,
      Inbound inbound,
      @Nullable SessionAffinity affinity,
      ContinuityGuard continuity,
      RoutingReport report,
      RoutingTrail trail,
      ModelPlan routed) {
    if (affinity == null) {
      Promotion<PlanCandidate> promotion =
          applied(continuity, report, routed, SessionAffinity.unaffected(routed));
      WaitOrMove never = new WaitOrMove(node, inbound, null, routed);
      Course course = new Course(promotion.plan(), -1, node.random(), never, Duration.ZERO);
      return new ModelTurn(node, trail, course, Duration.ZERO);
    }
    WaitOrMove waitOrMove = new WaitOrMove(node, inbound, affinity.session(), routed);
    WaitOrMove.Cooling cooling =
        continuity.fixed()
            ? null
            : waitOrMove.cooling(affinity.pinned(routed, routed.candidates()));
    ModelPlan plan = cooling != null && cooling.waits() ? cooling.plan() : routed;
    Promotion<PlanCandidate> promotion = affinity.promote(plan);
    if (cooling != null && cooling.waits() && !cooling.comesFirst(promotion)) {
      cooling = null;
      plan = routed;
      promotion = affinity.promote(plan);
    }
    if (inbound.operation().chat()) {
      node.metrics().affinity().decided(promotion.outcome(), affinity.session().source());
    }
    promotion = applied(continuity, report, plan, promotion);
    boolean waits = cooling != null && cooling.waits() && cooling.comesFirst(promotion);
    Duration delay = cooling != null && waits ? cooling.delay() : Duration.ZERO;
    int pinned = affinity.pinned(plan, promotion.plan());
    Course course = new Course(promotion.plan(), pinned, node.random(), waitOrMove, delay);
    ModelTurn turn = new ModelTurn(node, trail, course, delay);
    if (cooling != null && waits) {
      turn.tellWait(cooling.pinned(), delay, cooling.why());
    } else if (cooling != null) {
      turn.tellMove(cooling.pinned(), cooling.why());
    }
    return turn;
  }

  private static Promotion<PlanCandidate> applied(
      ContinuityGuard continuity,
      RoutingReport report,
      ModelPlan plan,
      Promotion<PlanCandidate> promotion) {
    Promotion<PlanCandidate> after = promotion;
    try {
      after = continuity.apply(plan, promotion, report);
    } finally {
      report.model(plan, after);
    }
    return after;
  }

  /** The candidate to try. */
  PlanCandidate current() {
    return course.current();
  }

  /** How long the first candidate is waited for before it is tried. */
  Duration firstDelay() {
    return firstDelay;
  }

  /**
   * Moves on after the current candidate failed.
   *
   * @return after what wait the candidate that is then current is tried; null when nobody is left
   */
  @Nullable Duration after(Failure failure) {
    PlanCandidate failed = course.current();
    Course.Step step = course.after(failure.kind(), failure.retryAfter());
    if (step instanceof Course.Step.Wait wait) {
      tellWait(course.current(), wait.delay(), wait.why());
    } else if (step instanceof Course.Step.Move move) {
      tellMove(failed, move.why());
    }
    if (!(step instanceof Course.Step.Wait)) {
      ended("moved");
    }
    return step.delay();
  }

  /**
   * The request is over.
   *
   * @param cancelled whether its caller went away
   */
  void over(boolean cancelled) {
    ended(cancelled ? "cancelled" : "kept");
  }

  private void ended(String result) {
    if (waited > 0) {
      node.metrics().affinity().waited(result, waited);
      waited = 0;
    }
  }

  private void tellWait(PlanCandidate pinned, Duration delay, WaitOrMove.Decision why) {
    node.metrics().affinity().limited("wait", word(why));
    waited += delay.toNanos();
    trail.tell(
        "wait",
        () ->
            limited(pinned)
                + "waited "
                + delay.toMillis()
                + " ms for it"
                + (why.verdict() == WaitOrMove.Verdict.CHEAPER ? ", since " + why.words() : "")
                + ".");
  }

  private void tellMove(PlanCandidate pinned, WaitOrMove.Decision why) {
    node.metrics().affinity().limited("move", word(why));
    trail.tell("wait", () -> limited(pinned) + "moved, since " + why.words() + ".");
  }

  private static String limited(PlanCandidate pinned) {
    return pinned.provider() + " holds the cache and is rate-limited: ";
  }

  private static String word(WaitOrMove.Decision why) {
    return why.verdict().name().toLowerCase(Locale.ROOT);
  }
}
