package dev.mooring.gateway.admin;

import dev.mooring.gateway.record.Turn;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/**
 * Turns as they end: {@code /admin/v1/live}, as server-sent events. A reader who does not keep up
 * misses turns, and sees from the next overview that there were more.
 */
final class LiveResource {
  private static final long OVERVIEW_MILLIS = 1_000;

  /** A comment goes out after so many seconds without an event. */
  private static final int SILENCE = 15;

  private final Vertx vertx;
  private final NodeView node;
  private final OverviewResource overview;

  LiveResource(Vertx vertx, NodeView node, OverviewResource overview) {
    this.vertx = vertx;
    this.node = node;
    this.overview = overview;
  }

  void mount(Router router) {
    router.get("/admin/v1/live").handler(this::open);
  }

  private void open(RoutingContext at) {
    HttpServerResponse response =
        at.response()
            .setChunked(true)
            .putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream")
            .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
            .putHeader("x-accel-buffering", "no");
    new Reader(response, vertx.getOrCreateContext()).begin();
  }

  /** One open stream. */
  private final class Reader {
    private final HttpServerResponse response;
    private final Context context;
    private boolean changed;
    private int silent;

    Reader(HttpServerResponse response, Context context) {
      this.response = response;
      this.context = context;
    }

    void begin() {
      event("overview", overview.view());
      Runnable unwatch = node.feed().watch(turn -> context.runOnContext(unused -> turn(turn)));
      long timer = vertx.setPeriodic(OVERVIEW_MILLIS, unused -> second());
      response.closeHandler(
          unused -> {
            unwatch.run();
            vertx.cancelTimer(timer);
          });
    }

    private void turn(Turn turn) {
      changed = true;
      if (!response.writeQueueFull()) {
        event("turn", TurnView.brief(turn));
      }
    }

    private void second() {
      if (response.writeQueueFull()) {
        return;
      }
      if (changed) {
        changed = false;
        event("overview", overview.view());
      } else if (++silent >= SILENCE && !response.closed()) {
        silent = 0;
        response.write(": still here\n\n");
      }
    }

    private void event(String name, Object view) {
      if (!response.closed() && !response.ended()) {
        silent = 0;
        response.write("event: " + name + "\ndata: " + Answers.text(view) + "\n\n");
      }
    }
  }
}
