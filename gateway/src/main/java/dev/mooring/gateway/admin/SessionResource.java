package dev.mooring.gateway.admin;

import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.EventQuery;
import dev.mooring.affinity.SessionRecord.Position;
import dev.mooring.affinity.SessionRecord.SessionPage;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.relay.Node;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sessions, their pins and their events: {@code /admin/v1/sessions}. */
final class SessionResource {
  private static final int DEFAULT_LIMIT = 50;

  /** How far back the models are looked for that a session may have pins of. */
  private static final int EVENTS = 200;

  private final NodeView view;
  private final Node node;
  private final Vertx vertx;
  private final SessionSearch search;

  SessionResource(NodeView view, Node node, Vertx vertx) {
    this.view = view;
    this.node = node;
    this.vertx = vertx;
    this.search = new SessionSearch(node.record());
  }

  private record SessionsView(List<SessionView> sessions, @Nullable String next) {}

  private record EventsView(List<EventView> events, @Nullable String next) {}

  private record RemovedView(int removed) {}

  /** {@code SessionDetail} of the admin API. */
  record DetailView(SessionView session, List<PinView> pins) {}

  /** A pin's state and the model that it is of. */
  private record ModelPin(String model, PinState state) {}

  void mount(Router router) {
    router.get("/admin/v1/sessions").handler(this::list);
    router.get("/admin/v1/sessions/:session").handler(at -> found(at, row -> show(at, row)));
    router
        .get("/admin/v1/sessions/:session/events")
        .handler(at -> found(at, row -> events(at, row.key())));
    router
        .delete("/admin/v1/sessions/:session/pins")
        .handler(at -> found(at, row -> forget(at, row.key())));
  }

  private void list(RoutingContext at) {
    Integer limit = Parameters.limit(at, DEFAULT_LIMIT);
    Parameters.Place place = Parameters.cursor(at);
    if (limit == null || place == null) {
      return;
    }
    String query = at.queryParams().get("query");
    boolean named = query != null && !query.isBlank();
    CompletionStage<SessionPage> found =
        named
            ? search
                .named(view.config(), query.strip(), limit)
                .thenApply(rows -> new SessionPage(rows, null))
            : search.page(place.position(), limit);
    answer(
        at,
        found,
        page -> {
          Position next = page.next();
          Answers.send(
              at.response(),
              new SessionsView(
                  page.sessions().stream().map(this::view).toList(),
                  next == null ? null : Cursor.of(next)));
        });
  }

  private SessionView view(RecordedSession row) {
    ModelConfig model = view.config().models().get(row.assignment().model());
    return SessionView.of(row, model == null ? null : model.price(), node.clock().instant());
  }

  private void show(RoutingContext at, RecordedSession row) {
    answer(
        at,
        pins(row.key()),
        pins ->
            Answers.send(
                at.response(),
                new DetailView(
                    view(row),
                    pins.stream().map(pin -> PinView.of(pin.model(), pin.state())).toList())));
  }

  private void events(RoutingContext at, SessionKey session) {
    Integer limit = Parameters.limit(at, DEFAULT_LIMIT);
    Parameters.Place place = Parameters.cursor(at);
    if (limit == null || place == null) {
      return;
    }
    answer(
        at,
        node.record().events(new EventQuery(session, place.position(), limit)),
        all ->
            Answers.send(
                at.response(),
                new EventsView(
                    all.stream().map(EventView::of).toList(),
                    all.size() == limit ? Cursor.of(all.get(limit - 1).position()) : null)));
  }

  /** Removes the pins as they were read, so that one that was renewed meanwhile stays. */
  private void forget(RoutingContext at, SessionKey session) {
    String model = at.queryParams().get("model");
    CompletionStage<Integer> removed =
        pins(session)
            .thenCompose(
                pins -> {
                  CompletionStage<Integer> count = done(0);
                  for (ModelPin pin : pins) {
                    boolean meant = model == null || model.equals(pin.model());
                    if (meant && pin.state() instanceof PinState.Pinned pinned) {
                      count = count.thenCombine(remove(session, pin.model(), pinned), Integer::sum);
                    }
                  }
                  return count;
                });
    answer(at, removed, count -> Answers.send(at.response(), new RemovedView(count)));
  }

  private CompletionStage<Integer> remove(
      SessionKey session, String model, PinState.Pinned pinned) {
    return node.pins()
        .write(new PinWrite.Remove(session, model, pinned.pin().version()))
        .thenApply(result -> result == PinWrite.Result.DONE ? 1 : 0);
  }

  private static CompletionStage<Integer> done(int count) {
    return CompletableFuture.completedStage(count);
  }

  /** The session's pins of all models that it used lately. */
  private CompletionStage<List<ModelPin>> pins(SessionKey session) {
    return node.record()
        .events(new EventQuery(session, null, EVENTS))
        .thenCompose(
            events -> {
              Set<String> used = new LinkedHashSet<>();
              events.stream().map(Event::model).forEach(used::add);
              List<String> models = new ArrayList<>(used);
              return models.isEmpty()
                  ? CompletableFuture.completedStage(List.<ModelPin>of())
                  : node.pins().read(session, models).thenApply(states -> pair(models, states));
            });
  }

  private static List<ModelPin> pair(List<String> models, List<PinState> states) {
    List<ModelPin> pins = new ArrayList<>();
    for (int i = 0; i < models.size(); i++) {
      pins.add(new ModelPin(models.get(i), states.get(i)));
    }
    return pins;
  }

  private void found(RoutingContext at, Consumer<RecordedSession> then) {
    String hash = at.pathParam("session");
    answer(
        at,
        search.one(hash),
        row -> {
          if (row.isPresent()) {
            then.accept(row.get());
          } else {
            Answers.refuse(
                at.response(), 404, "there is no such session, or more than one", "session");
          }
        });
  }

  private <T> void answer(RoutingContext at, CompletionStage<T> stage, Consumer<T> then) {
    Future.fromCompletionStage(stage, vertx.getOrCreateContext())
        .onComplete(
            read -> {
              if (read.succeeded()) {
                then.accept(read.result());
              } else {
                Answers.refuse(at.response(), 503, "the store does not answer");
              }
            });
  }
}
