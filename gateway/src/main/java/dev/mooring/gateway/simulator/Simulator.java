package dev.mooring.gateway.simulator;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A provider that behaves like the real ones where it matters: it speaks the APIs of OpenAI, Azure,
 * Anthropic, Gemini, Vertex and Bedrock, whole and streamed, keeps a prompt cache for each cache
 * scope, and fails as it is told. All its requests are handled on one event loop.
 */
public final class Simulator {
  private static final int MAX_HEADER_BYTES = 1 << 18;

  private static final AtomicLong STARTED = new AtomicLong();

  private final SimulatorConfig config;
  private final HttpServer server;
  private final Map<String, SimulatedCredential> byId;
  private final RequestLog log;

  private Simulator(
      SimulatorConfig config,
      HttpServer server,
      Map<String, SimulatedCredential> byId,
      RequestLog log) {
    this.config = config;
    this.server = server;
    this.byId = byId;
    this.log = log;
  }

  /** Starts a simulator; fails where its port cannot be had. */
  public static Future<Simulator> start(Vertx vertx, SimulatorConfig config) {
    return start(vertx, config, Pauses.REAL);
  }

  /** Starts a simulator whose pauses pass in a way of one's own. */
  public static Future<Simulator> start(Vertx vertx, SimulatorConfig config, Pauses pauses) {
    HttpServer server =
        vertx.createHttpServer(
            new HttpServerOptions()
                .setHost(config.host())
                .setPort(config.port())
                .setMaxHeaderSize(MAX_HEADER_BYTES)
                .setMaxInitialLineLength(MAX_HEADER_BYTES)
                .setHandle100ContinueAutomatically(true)
                .setTcpNoDelay(true));
    RequestLog log = new RequestLog(config.maxRecorded());
    Map<String, SimulatedCredential> byId = new LinkedHashMap<>();
    return server
        .requestHandler(handler(vertx, config, pauses, byId, log))
        .listen()
        .map(listening -> new Simulator(config, listening, byId, log));
  }

  /** The port it listens on. */
  public int port() {
    return server.actualPort();
  }

  /** Its origin, without a slash at the end. */
  public String origin() {
    return "http://" + config.host() + ":" + port();
  }

  /** A credential, to be scripted. */
  public SimulatedCredential credential(String id) {
    SimulatedCredential credential = byId.get(id);
    if (credential == null) {
      throw new IllegalArgumentException(
          "credential: " + id + " (expected: " + byId.keySet() + ")");
    }
    return credential;
  }

  /**
   * Adds a fault that is written as JSON, as {@code POST /sim/faults} takes it.
   *
   * @throws IllegalArgumentException naming the field at fault
   */
  public void addFault(String json) {
    ScenarioReader.addFault(byId, Json.parseKnown(json));
  }

  /** The requests so far, oldest first, each as far as it has come. */
  public List<ReceivedRequest> requests() {
    return log.snapshot();
  }

  /** Forgets all requests so far. */
  public void clearRequests() {
    log.clear();
  }

  /** Completes once so many requests were received, perhaps at once. */
  public Future<List<ReceivedRequest>> awaitRequests(int count) {
    return awaitRequests(requests -> requests.size() >= count);
  }

  /** Completes once the requests satisfy a condition, perhaps at once. */
  public Future<List<ReceivedRequest>> awaitRequests(Predicate<List<ReceivedRequest>> condition) {
    return log.await(condition);
  }

  /** Closes the listener and every connection. */
  public Future<Void> close() {
    return server.close();
  }

  private static String uniqueName() {
    return "process " + ProcessHandle.current().pid() + " simulator " + STARTED.incrementAndGet();
  }

  private static Handler<HttpServerRequest> handler(
      Vertx vertx,
      SimulatorConfig config,
      Pauses pauses,
      Map<String, SimulatedCredential> byId,
      RequestLog log) {
    IssuedState issued = new IssuedState(config.name().isEmpty() ? uniqueName() : config.name());
    for (SimulatedKey key : config.keys()) {
      byId.put(key.id(), new SimulatedCredential(key, issued));
    }
    if (config.fast()) {
      return new FastHandler(vertx, config)::handle;
    }
    Sources sources = new Sources(config, issued, new IdSource(config.seed()));
    KeyRing keys = new KeyRing(byId.values(), config.acceptAnyKey());
    RequestHandler providers = new RequestHandler(vertx, sources, keys, log, pauses);
    ControlHandler control = new ControlHandler(byId, log);
    return request -> {
      if (request.path() != null && request.path().startsWith(ControlHandler.PREFIX)) {
        control.handle(request);
      } else {
        providers.handle(request);
      }
    };
  }
}
