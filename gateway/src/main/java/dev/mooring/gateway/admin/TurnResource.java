package dev.mooring.gateway.admin;

import dev.mooring.gateway.record.Turn;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest turns of this node: {@code /admin/v1/turns}. */
final class TurnResource {
  private static final int DEFAULT_LIMIT = 100;

  private final NodeView node;

  TurnResource(NodeView node) {
    this.node = node;
  }

  private record TurnsView(List<TurnView> turns) {}

  void mount(Router router) {
    router.get("/admin/v1/turns").handler(this::list);
    router.get("/admin/v1/turns/:requestId").handler(this::one);
  }

  private void list(RoutingContext at) {
    Integer limit = Parameters.limit(at, DEFAULT_LIMIT);
    if (limit == null) {
      return;
    }
    String session = at.queryParams().get("session");
    boolean moved = Boolean.parseBoolean(at.queryParams().get("moved"));
    List<Turn> turns = moved ? node.feed().moves() : node.feed().turns();
    Answers.send(
        at.response(),
        new TurnsView(
            turns.stream()
                .filter(turn -> of(turn, session))
                .limit(limit)
                .map(TurnView::brief)
                .toList()));
  }

  private static boolean of(Turn turn, @Nullable String session) {
    return session == null || turn.who().session().startsWith(session);
  }

  private void one(RoutingContext at) {
    Turn turn = node.feed().turn(at.pathParam("requestId"));
    if (turn == null) {
      Answers.refuse(
          at.response(),
          404,
          "this node remembers no such request: it keeps about 1,000 of its newest turns, and 250"
              + " that failed before them",
          "requestId");
    } else {
      Answers.send(at.response(), TurnView.whole(turn));
    }
  }
}
