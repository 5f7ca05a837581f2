package dev.mooring.gateway.admin;

import dev.mooring.gateway.config.ManagementConfig;
import dev.mooring.gateway.telemetry.Metrics;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The management listener: {@code /livez}, {@code /readyz}, {@code /metrics}. */
public final class ManagementVerticle extends VerticleBase {
  private static final String BEARER = "Bearer ";

  private final Supplier<ManagementConfig> config;
  private final Metrics metrics;
  private final Readiness readiness;
  private @Nullable HttpServer server;

  /**
   * Listens as configured at start.
   *
   * @param config the configuration in force; its token is asked for from the next request on
   */
  public ManagementVerticle(
      Supplier<ManagementConfig> config, Metrics metrics, Readiness readiness) {
    this.config = config;
    this.metrics = metrics;
    this.readiness = readiness;
  }

  @Override
  public Future<?> start() {
    HttpServer http = vertx.createHttpServer().requestHandler(this::handle);
    server = http;
    return http.listen(config.get().port(), config.get().host());
  }

  /** The port that is listened on. */
  public int port() {
    return server == null ? 0 : server.actualPort();
  }

  private void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    switch (request.path() == null ? "" : request.path()) {
      case "/livez" -> text(response, 200, "text/plain", "ok\n");
      case "/readyz" ->
          text(response, readiness.ready() ? 200 : 503, "application/json", readiness.json());
      case "/metrics" -> {
        if (allowed(request)) {
          text(response, 200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape());
        } else {
          response.putHeader("www-authenticate", "Bearer");
          text(response, 401, "application/json", error("a management token is needed"));
        }
      }
      default -> text(response, 404, "application/json", error("there is no such page"));
    }
  }

  private boolean allowed(HttpServerRequest request) {
    String token = config.get().token();
    if (token.isEmpty()) {
      return true;
    }
    String presented = request.getHeader(HttpHeaders.AUTHORIZATION);
    return presented != null
        && presented.regionMatches(true, 0, BEARER, 0, BEARER.length())
        && MessageDigest.isEqual(
            presented.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8),
            token.getBytes(StandardCharsets.UTF_8));
  }

  private static String error(String message) {
    return "{\"error\":{\"message\":\"" + message + "\"}}";
  }

  private static void text(HttpServerResponse response, int status, String type, String body) {
    response.setStatusCode(status).putHeader(HttpHeaders.CONTENT_TYPE, type).end(body);
  }
}
