package dev.mooring.gateway.admin;

import dev.mooring.gateway.record.TurnFeed;
import dev.mooring.gateway.store.StoreStatus;
import io.vertx.ext.web.Router;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What this node has done: {@code /admin/v1/overview}. */
final class OverviewResource {
  /** How many moves the overview shows. */
  private static final int MOVES = 50;

  private final NodeView node;

  OverviewResource(NodeView node) {
    this.node = node;
  }

  /** {@code Overview} of the admin API. */
  record OverviewView(
      NodeStateView node,
      TotalsView totals,
      int activeSessions,
      List<StepView> series,
      List<TurnView> moves) {}

  /** {@code Overview.node} of the admin API. */
  record NodeStateView(String version, String startedAt, String state, StoreView store) {}

  /** {@code Overview.node.store} of the admin API. */
  record StoreView(String type, String status, @Nullable String since) {}

  /** An element of {@code Overview.series} of the admin API. */
  record StepView(
      String time,
      long requests,
      long failed,
      long inputTokens,
      long cachedTokens,
      double savedUsd,
      double keptUsd,
      long moves) {}

  void mount(Router router) {
    router.get("/admin/v1/overview").handler(at -> Answers.send(at.response(), view()));
  }

  /** The overview as it is now. */
  OverviewView view() {
    StoreStatus store = node.store().get();
    StoreView storeView =
        new StoreView(
            store.type(),
            store.downSince() == null ? "ok" : "down",
            store.downSince() == null ? null : store.downSince().toString());
    return new OverviewView(
        new NodeStateView(
            Version.RUNNING, node.started().toString(), node.readiness().state(), storeView),
        TotalsView.of(node.feed().totals()),
        node.feed().activeSessions(),
        node.feed().series().stream().map(OverviewResource::step).toList(),
        node.feed().moves().stream().limit(MOVES).map(TurnView::brief).toList());
  }

  private static StepView step(TurnFeed.Step step) {
    return new StepView(
        step.time().toString(),
        step.totals().requests(),
        step.totals().failed(),
        step.totals().input(),
        step.totals().cached(),
        step.totals().saved(),
        step.totals().kept(),
        step.totals().moves());
  }
}
