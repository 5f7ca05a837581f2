package dev.mooring.helm;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.telemetry.AffinityMeters.Reach;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What gateways that have served traffic tell Prometheus. */
final class ServedPages {
  private static final String CONFIG =
      """
      server: { port: 0 }
      management: { port: 0 }
      %s
      providers:
        - { id: p, type: openai-compatible, baseUrl: "%s" }
      models:
        - { id: m, price: { input: 3, output: 15 }, targets: [{ provider: p, model: m }] }
      """;

  /** Nobody listens there: the meters of store and traces tell that they are down. */
  private static final String NO_REDIS =
      "store: { type: redis, redis: { uri: \"redis://127.0.0.1:1\" } }\n"
          + "tracing: { endpoint: \"http://127.0.0.1:1\" }";

  private ServedPages() {}

  /** The pages of a gateway with the memory store and of one with a Redis that is away. */
  static String read() {
    Vertx vertx = Vertx.vertx();
    try {
      Simulator simulator = await(Simulator.start(vertx, SimulatorConfig.DEFAULTS));
      return page(vertx, simulator, "") + page(vertx, simulator, NO_REDIS);
    } finally {
      await(vertx.close());
    }
  }

  private static String page(Vertx vertx, Simulator simulator, String store) {
    Gateway gateway = await(Gateway.start(vertx, config(store, simulator.origin())));
    try {
      for (int turn = 0; turn < 3; turn++) {
        post(gateway);
      }
      rarely(gateway);
      return gateway.metrics().scrape();
    } finally {
      await(gateway.drainAndClose());
    }
  }

  /** Counts what this traffic does not bring about. */
  private static void rarely(Gateway gateway) {
    gateway.metrics().affinity().moved("p", Reach.SAME_PROVIDER, "down");
    gateway.metrics().affinity().limited("wait", "cheaper");
    gateway.metrics().affinity().waited("kept", TimeUnit.SECONDS.toNanos(1));
    gateway.metrics().limitedAlone();
    gateway.metrics().ruleFailed("rule");
    gateway.metrics().limited("team", "key", "requests");
    gateway.refused();
  }

  private static void post(Gateway gateway) {
    String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    URI uri = URI.create("http://127.0.0.1:" + gateway.apiPort() + "/v1/chat/completions");
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("content-type", "application/json")
            .header("x-session-id", "s")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      int status =
          HttpClient.newHttpClient()
              .send(request, HttpResponse.BodyHandlers.ofString())
              .statusCode();
      if (status != 200) {
        throw new IllegalStateException("answered with " + status);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static GatewayConfig config(String store, String origin) {
    LoadedConfig loaded =
        ConfigLoader.parse("test.yaml", CONFIG.formatted(store, origin), Map.of());
    if (loaded instanceof LoadedConfig.Valid valid) {
      return valid.config();
    }
    throw new IllegalStateException(loaded.toString());
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
