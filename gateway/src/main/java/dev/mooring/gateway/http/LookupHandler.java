package dev.mooring.gateway.http;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.relay.OwnRecord;
import dev.mooring.gateway.routing.Caller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What callers look up: models, and what they themselves have done. */
final class LookupHandler {
  /** How long after its request came a generation may still be on its way into the record. */
  private static final long YOUNG_MILLIS = 60_000;

  private static final int ATTEMPTS = 10;
  private static final long PAUSE_MILLIS = 50;

  private final Vertx vertx;
  private final Supplier<Setup> setup;
  private final OwnRecord record;
  private final InstantSource clock;

  /**
   * @param clock by which client keys expire
   */
  LookupHandler(Vertx vertx, Supplier<Setup> setup, OwnRecord record, InstantSource clock) {
    this.vertx = vertx;
    this.setup = setup;
    this.record = record;
    this.clock = clock;
  }

  /** Answers a request. */
  void handle(HttpServerRequest request, String id, Route route, Lookup lookup) {
    Api shape = shape(request, route, lookup);
    HttpMethod method = request.method();
    if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
      request.response().putHeader(HttpHeaders.ALLOW, "GET");
      Replies.refuse(request, id, shape, ApiError.methodNotAllowed("Use GET."));
      return;
    }
    Setup now = setup.get();
    Identity identity = now.keys().identify(request.headers(), clock.instant());
    if (identity instanceof Identity.Refused refused) {
      Replies.refuse(request, id, shape, refused.error());
    } else if (identity instanceof Identity.Known known) {
      lookUp(request, id, route, lookup, now, known.caller());
    }
  }

  private static @Nullable Api shape(HttpServerRequest request, Route route, Lookup lookup) {
    if (lookup != Lookup.MODELS) {
      return route.api();
    }
    return request.headers().contains("anthropic-version") ? Api.MESSAGES : null;
  }

  private void lookUp(
      HttpServerRequest request, String id, Route route, Lookup lookup, Setup now, Caller caller) {
    switch (lookup) {
      case MODELS -> models(request, id, route.model(), now, caller);
      case AI_SDK_MODELS -> {
        byte[] models = new AiSdkModels(now.catalog(), caller, route.aiSdk()).all();
        Replies.send(request.response(), id, 200, models);
      }
      case CREDITS -> credits(request, id, now, caller);
      case GENERATION -> generation(request, id, caller);
    }
  }

  private static void models(
      HttpServerRequest request, String id, String name, Setup now, Caller caller) {
    boolean anthropic = request.headers().contains("anthropic-version");
    ModelList list = new ModelList(now.catalog(), caller, anthropic);
    String model = decoded(name);
    byte[] body = name.isEmpty() ? list.all() : list.one(model);
    if (body == null) {
      Replies.refuse(request, id, anthropic ? Api.MESSAGES : null, ApiError.unknownModel(model));
    } else {
      Replies.send(request.response(), id, 200, body);
    }
  }

  private void credits(HttpServerRequest request, String id, Setup now, Caller caller) {
    Future.fromCompletionStage(
            record.credits(now.catalog().team(caller.team()), caller.key()),
            vertx.getOrCreateContext())
        .onSuccess(credits -> Replies.send(request.response(), id, 200, credits))
        .onFailure(
            unused ->
                Replies.refuse(
                    request,
                    id,
                    Api.AI_SDK,
                    ApiError.unavailable("the store of budgets does not answer")));
  }

  private void generation(HttpServerRequest request, String id, Caller caller) {
    String name = request.getParam("id");
    if (name == null || name.isBlank()) {
      ApiError error = ApiError.invalid("id", "id: missing (expected: a generation's id)");
      Replies.refuse(request, id, Api.AI_SDK, error);
      return;
    }
    find(request, id, caller.team(), name, ATTEMPTS);
  }

  /**
   * Looks for a generation. An answer may reach its caller a moment before its record is there, so
   * a young one is looked for again.
   */
  private void find(HttpServerRequest request, String id, String team, String name, int attempts) {
    byte[] found = record.generation(team, name);
    if (found == null && attempts > 1 && young(name)) {
      vertx.setTimer(PAUSE_MILLIS, unused -> find(request, id, team, name, attempts - 1));
    } else if (found == null) {
      ApiError error = ApiError.notFound("There is no generation '" + name + "'.");
      Replies.refuse(request, id, Api.AI_SDK, error);
    } else {
      Replies.send(request.response(), id, 200, found);
    }
  }

  private static boolean young(String name) {
    long came = RequestIds.millis(name);
    return came >= 0 && System.currentTimeMillis() - came < YOUNG_MILLIS;
  }

  /** The name without percent-encoding; as it came where that is broken. */
  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name;
    }
  }
}
