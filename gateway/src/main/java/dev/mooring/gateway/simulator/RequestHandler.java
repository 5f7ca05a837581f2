package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers the providers' routes: key, body, limits, state, faults, then a generated answer. */
final class RequestHandler {
  private final Vertx vertx;
  private final Sources sources;
  private final KeyRing keys;
  private final RequestLog log;
  private final Generator generator;
  private final Pauses pauses;

  /** A handler whose prompt cache is empty. */
  RequestHandler(Vertx vertx, Sources sources, KeyRing keys, RequestLog log, Pauses pauses) {
    this.vertx = vertx;
    this.sources = sources;
    this.keys = keys;
    this.log = log;
    this.generator = new Generator(sources);
    this.pauses = pauses;
  }

  /** Answers a request. */
  void handle(HttpServerRequest request) {
    Instant now = sources.config().clock().instant();
    Exchange exchange = new Exchange(sources.ids().next("req_"), now, request, log::changed);
    log.add(exchange);
    request.response().closeHandler(closed -> exchange.gone());
    request.response().exceptionHandler(failed -> exchange.gone());
    request.exceptionHandler(failed -> exchange.gone());
    request
        .body()
        .onSuccess(
            body -> {
              exchange.received(body.getBytes());
              answer(request, exchange, body.getBytes());
            });
  }

  private void answer(HttpServerRequest request, Exchange exchange, byte[] bytes) {
    if (request.method().equals(HttpMethod.HEAD)) {
      send(request, exchange, Script.plain(empty(200)));
      return;
    }
    if (request.getHeader("upgrade") != null) {
      send(request, exchange, Script.plain(empty(426)));
      return;
    }
    Route route = Routes.of(request);
    Vendor vendor = route == null ? Routes.strangersVendor(request) : route.dialect().vendor();
    Access access =
        route == null
            ? keys.admit(vendor, request, bytes)
            : route.dialect().admit(keys, request, bytes);
    if (access instanceof Access.Denied denied) {
      Refusal refusal = new Refusal(vendor, exchange.id(), null);
      send(request, exchange, refusal.of(denied.error(), Map.of()));
      return;
    }
    SimulatedCredential credential = ((Access.Granted) access).credential();
    exchange.authenticated(credential.id());
    ObjectNode body = route == null ? null : route.dialect().read(bytes);
    if (route == null || body == null) {
      Refusal refusal = new Refusal(vendor, exchange.id(), credential);
      ApiError error = route == null ? unknown(vendor, request) : unreadable(vendor);
      send(request, exchange, refusal.of(error, Map.of()));
      return;
    }
    serve(call(route, request, exchange, credential, body, bytes));
  }

  private static Call call(
      Route route,
      HttpServerRequest request,
      Exchange exchange,
      SimulatedCredential credential,
      ObjectNode body,
      byte[] bytes) {
    String inPath = route.model();
    Boolean byPath = route.streamed();
    String model = inPath == null ? body.path("model").asText() : inPath;
    boolean streamed = byPath == null ? body.path("stream").asBoolean(false) : byPath;
    exchange.understood(route.dialect().api(), model, streamed);
    return new Call(request, exchange, route.dialect(), credential, body, bytes, model, streamed);
  }

  private void serve(Call call) {
    boolean counts = call.dialect().api().counts();
    long wait = counts ? call.credential().countRequest(call.exchange().time()) : -1;
    if (wait >= 0) {
      ApiError tooMany = call.dialect().vendor().error(429);
      refuse(call, tooMany, Map.of("retry-after", Long.toString(wait)));
      return;
    }
    ApiError invalid = invalid(call);
    if (invalid != null) {
      refuse(call, invalid, Map.of());
      return;
    }
    Fault fault = call.credential().takeFault(call.dialect().api(), call.model(), call.streamed());
    if (fault == null || !fails(call, fault)) {
      generate(call, fault);
    }
  }

  private @Nullable ApiError invalid(Call call) {
    ApiError wrong = call.dialect().check(call, sources.issued());
    if (wrong != null) {
      return wrong;
    }
    List<String> models = sources.config().models();
    if (!models.isEmpty() && !call.model().isEmpty() && !models.contains(call.model())) {
      return call.dialect().vendor().unknownModel(call.model());
    }
    String turnState = call.request().getHeader("x-codex-turn-state");
    return sources.config().codexTurnState()
            && turnState != null
            && !sources.issued().knowsTurnState(turnState, call.scope())
        ? ApiError.invalid("invalid_turn_state", null, "Unknown turn state.")
        : null;
  }

  /** Answers with an error, where the fault is one; whether it is. */
  private boolean fails(Call call, Fault fault) {
    Vendor vendor = call.dialect().vendor();
    if (fault.kind() == FaultKind.ECHO_KEY) {
      String key = vendor.presented(call.request()).name();
      ApiError error = vendor.error(401);
      refuse(call, error.with(null, null, "Incorrect API key provided: " + key), Map.of());
      return true;
    }
    if (fault.kind() != FaultKind.STATUS) {
      return false;
    }
    ApiError error = vendor.error(fault.status()).with(fault.type(), fault.code(), fault.message());
    String body = fault.body();
    if (body == null) {
      refuse(call, error, fault.headers());
    } else {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      Duration latency = call.credential().key().firstByteLatency();
      send(
          call.request(),
          call.exchange(),
          refusal(call).of(error, fault.headers(), bytes, latency));
    }
    return true;
  }

  private void generate(Call call, @Nullable Fault fault) {
    Generator.Result result = generator.generate(call, fault);
    ApiError error = result.error();
    if (error != null) {
      refuse(call, error, Map.of());
      return;
    }
    call.exchange().uses(result.use());
    new Delivery(vertx, call.request(), call.exchange(), result.steps(), pauses, result.onBegin())
        .run();
  }

  private void refuse(Call call, ApiError error, Map<String, String> more) {
    send(call.request(), call.exchange(), refusal(call).of(error, more));
  }

  private static Refusal refusal(Call call) {
    return new Refusal(call.dialect().vendor(), call.exchange().id(), call.credential());
  }

  private void send(HttpServerRequest request, Exchange exchange, List<Step> steps) {
    new Delivery(vertx, request, exchange, steps, pauses, () -> {}).run();
  }

  private static ApiError unknown(Vendor vendor, HttpServerRequest request) {
    String message = "Invalid URL (" + request.method() + " " + request.path() + ")";
    return vendor.error(404).with(null, "unknown_url", message);
  }

  private static ApiError unreadable(Vendor vendor) {
    return vendor.invalid("We could not parse the JSON body of your request.");
  }

  private static Outline empty(int status) {
    return Outline.json(status, Map.of(), new byte[0], Duration.ZERO);
  }
}
