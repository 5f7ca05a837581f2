package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.simulator.SimulatedApi.Dialect;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers the providers' routes: key, body, limits, state, faults, then a generated answer. */
final class RequestHandler {
  private static final String JSON = "application/json";

  private final Vertx vertx;
  private final SimulatorConfig config;
  private final Map<String, SimulatedCredential> byKey;
  private final IssuedState issued;
  private final RequestLog log;
  private final IdSource ids;
  private final Generator generator;

  /**
   * @param byKey the credentials by secret
   */
  RequestHandler(
      Vertx vertx,
      SimulatorConfig config,
      Map<String, SimulatedCredential> byKey,
      IssuedState issued,
      RequestLog log) {
    this.vertx = vertx;
    this.config = config;
    this.byKey = byKey;
    this.issued = issued;
    this.log = log;
    this.ids = new IdSource(config.seed());
    this.generator = new Generator(config, issued, ids);
  }

  /** Answers a request. */
  void handle(HttpServerRequest request) {
    Exchange exchange =
        new Exchange(ids.next("req_"), config.clock().instant(), request, log::changed);
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
    SimulatedApi api = SimulatedApi.at(request.path());
    Dialect dialect = dialect(api, request);
    if (request.method().equals(HttpMethod.HEAD)) {
      send(request, exchange, Script.plain(empty(200)));
      return;
    }
    if (request.getHeader("upgrade") != null) {
      send(request, exchange, Script.plain(empty(426)));
      return;
    }
    SimulatedCredential credential = authenticate(request);
    if (credential == null) {
      refuse(request, exchange, null, ApiError.of(dialect, 401), dialect, Map.of());
      return;
    }
    exchange.authenticated(credential.id());
    boolean listing = api == SimulatedApi.MODELS && request.method().equals(HttpMethod.GET);
    if (api == null || (!listing && !request.method().equals(HttpMethod.POST))) {
      ApiError unknown =
          ApiError.of(dialect, 404)
              .with(
                  null,
                  "unknown_url",
                  "Invalid URL (" + request.method() + " " + request.path() + ")");
      refuse(request, exchange, credential, unknown, dialect, Map.of());
      return;
    }
    ObjectNode body = listing ? Json.object() : Json.parseObject(bytes);
    if (body == null) {
      ApiError malformed =
          ApiError.invalid(null, null, "We could not parse the JSON body of your request.");
      refuse(request, exchange, credential, malformed, dialect, Map.of());
      return;
    }
    String model = body.path("model").asText();
    boolean streamed = body.path("stream").asBoolean(false);
    exchange.understood(api, model, streamed);
    Call call = new Call(request, exchange, api, credential, body, bytes, model, streamed);
    if (!refused(call)) {
      serve(call);
    }
  }

  /** Refuses what the provider would refuse; whether it did. */
  private boolean refused(Call call) {
    Dialect dialect = call.api().dialect();
    long wait = call.credential().countRequest(call.exchange().time());
    if (wait >= 0) {
      refuse(call, ApiError.of(dialect, 429), Map.of("retry-after", Long.toString(wait)));
      return true;
    }
    ApiError error = invalid(call);
    if (error != null) {
      refuse(call, error, Map.of());
      return true;
    }
    return false;
  }

  private @Nullable ApiError invalid(Call call) {
    if (call.api() == SimulatedApi.MODELS) {
      return null;
    }
    ApiError fields = RequestCheck.fields(call.api(), call.body());
    if (fields != null) {
      return fields;
    }
    if (!config.models().isEmpty() && !config.models().contains(call.model())) {
      return ApiError.of(call.api().dialect(), 404)
          .with(null, null, "The model `" + call.model() + "` does not exist");
    }
    String turnState = call.request().getHeader("x-codex-turn-state");
    String scope = call.credential().key().cacheScope();
    if (config.codexTurnState() && turnState != null && !issued.knowsTurnState(turnState, scope)) {
      return ApiError.invalid("invalid_turn_state", null, "Unknown turn state.");
    }
    return issued.check(call.api(), call.body(), scope);
  }

  private void serve(Call call) {
    Fault fault = call.credential().takeFault(call.api(), call.model(), call.streamed());
    if (fault != null && fault.kind() == FaultKind.STATUS) {
      fail(call, fault);
      return;
    }
    if (fault != null && fault.kind() == FaultKind.ECHO_KEY) {
      String key = presentedKey(call.request());
      ApiError error = ApiError.of(call.api().dialect(), 401);
      refuse(call, error.with(null, null, "Incorrect API key provided: " + key), Map.of());
      return;
    }
    Generator.Result result = generator.generate(call, fault);
    ApiError error = result.error();
    if (error != null) {
      refuse(call, error, Map.of());
      return;
    }
    call.exchange().uses(result.use());
    Delivery delivery =
        new Delivery(vertx, call.request(), call.exchange(), result.steps(), result.onBegin());
    delivery.run();
  }

  private void fail(Call call, Fault fault) {
    Dialect dialect = call.api().dialect();
    String body = fault.body();
    ApiError error =
        ApiError.of(dialect, fault.status()).with(fault.type(), fault.code(), fault.message());
    if (body == null) {
      refuse(call, error, fault.headers());
      return;
    }
    Map<String, String> headers = headers(call.exchange(), call.credential(), dialect);
    headers.putAll(fault.headers());
    byte[] bytes = body.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    Outline outline =
        Outline.json(fault.status(), headers, bytes, call.credential().key().firstByteLatency());
    send(call.request(), call.exchange(), Script.plain(outline));
  }

  private void refuse(Call call, ApiError error, Map<String, String> more) {
    refuse(call.request(), call.exchange(), call.credential(), error, call.api().dialect(), more);
  }

  private void refuse(
      HttpServerRequest request,
      Exchange exchange,
      @Nullable SimulatedCredential credential,
      ApiError error,
      Dialect dialect,
      Map<String, String> more) {
    Map<String, String> headers = headers(exchange, credential, dialect);
    headers.putAll(more);
    byte[] body = Json.bytes(error.body(dialect, exchange.id()));
    send(
        request,
        exchange,
        Script.plain(Outline.json(error.status(), headers, body, Duration.ZERO)));
  }

  private void send(HttpServerRequest request, Exchange exchange, List<Step> steps) {
    new Delivery(vertx, request, exchange, steps, () -> {}).run();
  }

  private static Map<String, String> headers(
      Exchange exchange, @Nullable SimulatedCredential credential, Dialect dialect) {
    return AnswerHeaders.of(dialect, JSON, exchange.id(), credential);
  }

  private static Outline empty(int status) {
    return Outline.json(status, Map.of(), new byte[0], Duration.ZERO);
  }

  private static Dialect dialect(@Nullable SimulatedApi api, HttpServerRequest request) {
    if (api == null || api == SimulatedApi.MODELS) {
      return request.getHeader("anthropic-version") == null ? Dialect.OPENAI : Dialect.ANTHROPIC;
    }
    return api.dialect();
  }

  private @Nullable SimulatedCredential authenticate(HttpServerRequest request) {
    SimulatedCredential known = byKey.get(presentedKey(request));
    if (known != null || !config.acceptAnyKey()) {
      return known;
    }
    return byKey.values().iterator().next();
  }

  private static String presentedKey(HttpServerRequest request) {
    String key = request.getHeader("x-api-key");
    if (key != null) {
      return key;
    }
    String bearer = request.getHeader("authorization");
    return bearer != null && bearer.regionMatches(true, 0, "Bearer ", 0, 7)
        ? bearer.substring(7)
        : "";
  }
}
