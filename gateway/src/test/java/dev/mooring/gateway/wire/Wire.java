package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A gateway between a client and simulated providers, all in this process and all through real
 * sockets. Closing it fails where an event loop was blocked.
 */
public final class Wire implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long BLOCKED_MILLIS = 500;

  private static boolean warm;

  private final BlockedLoops blocked;
  private final ManualClock clock = new ManualClock();
  private final Vertx vertx;
  private final List<Simulator> simulators = new ArrayList<>();
  private final Gateway gateway;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Wire(BlockedLoops blocked, String yaml, SimulatorConfig... configs) {
    this.blocked = blocked;
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(4)
                .setBlockedThreadCheckInterval(100)
                .setMaxEventLoopExecuteTime(BLOCKED_MILLIS)
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS)
                .setWarningExceptionTime(BLOCKED_MILLIS)
                .setWarningExceptionTimeUnit(TimeUnit.MILLISECONDS));
    for (SimulatorConfig config : configs) {
      simulators.add(await(Simulator.start(vertx, config.withClock(clock))));
    }
    gateway = await(Gateway.start(vertx, config(yaml), clock));
  }

  /**
   * Starts simulators and a gateway.
   *
   * @param yaml the configuration; {@code @0}, {@code @1}, … stand for the simulators' origins, and
   *     the listeners are on free ports
   */
  public static Wire of(String yaml, SimulatorConfig... simulators) {
    warmUp();
    return new Wire(BlockedLoops.watch(), yaml, simulators);
  }

  /**
   * The same for tests in which other programs take the processors, so that a loop that waits for
   * one is not taken for a blocked one.
   */
  public static Wire besideOthers(String yaml, SimulatorConfig... simulators) {
    warmUp();
    return new Wire(BlockedLoops.ignore(), yaml, simulators);
  }

  /** Loads the classes once, so that a cold start is not taken for a blocked event loop. */
  private static synchronized void warmUp() {
    if (warm) {
      return;
    }
    warm = true;
    String yaml =
        """
        providers:
          - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages] }
        models: [{ id: m, targets: [{ provider: p, model: m }] }]
        """;
    try (Wire cold = new Wire(BlockedLoops.ignore(), yaml, SimulatorConfig.DEFAULTS)) {
      String messages = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]";
      for (String stream : List.of("true", "false")) {
        String head = "{\"model\":\"m\",\"max_tokens\":9,\"stream\":" + stream + ",";
        cold.post("/v1/chat/completions", head + messages + "}");
        cold.post("/v1/messages", head + messages + "}");
        cold.post("/v1/responses", head + "\"input\":\"hi\"}");
      }
    }
  }

  /** The configuration of a text in which the simulators' origins are filled in. */
  public dev.mooring.gateway.config.GatewayConfig config(String yaml) {
    String filled = yaml;
    for (int i = simulators.size() - 1; i >= 0; i--) {
      filled = filled.replace("@" + i, simulators.get(i).origin());
    }
    if (!filled.contains("server:")) {
      filled = "server: { port: 0 }\n" + filled;
    }
    if (!filled.contains("management:")) {
      filled = "management: { port: 0 }\n" + filled;
    }
    LoadedConfig loaded = ConfigLoader.parse("test.yaml", filled, Map.of());
    assertThat(loaded).as(loaded.toString()).isInstanceOf(LoadedConfig.Valid.class);
    return ((LoadedConfig.Valid) loaded).config();
  }

  /** The clock of the gateway and of the simulated providers. */
  public ManualClock clock() {
    return clock;
  }

  /** The gateway. */
  public Gateway gateway() {
    return gateway;
  }

  /** Its event loops. */
  public Vertx vertx() {
    return vertx;
  }

  /** The simulated provider at an index. */
  public Simulator simulator(int index) {
    return simulators.get(index);
  }

  /** What a simulated provider has received so far. */
  public List<ReceivedRequest> received(int index) {
    return simulators.get(index).requests();
  }

  /** The gateway's origin. */
  public String origin() {
    return "http://127.0.0.1:" + gateway.apiPort();
  }

  /** The origin of its management. */
  public String managementOrigin() {
    return "http://127.0.0.1:" + gateway.managementPort();
  }

  /** Posts JSON and waits for the whole answer. Headers come in pairs of name and value. */
  public Answer post(String path, String body, String... headers) {
    return send(request(path, headers).POST(bytes(body)));
  }

  /** The same without waiting. */
  public CompletableFuture<Answer> postAsync(String path, String body, String... headers) {
    return client
        .sendAsync(
            request(path, headers).POST(bytes(body)).build(),
            HttpResponse.BodyHandlers.ofByteArray())
        .thenApply(Wire::answer);
  }

  /** Gets a page of the API listener. */
  public Answer get(String path, String... headers) {
    return send(request(path, headers).GET());
  }

  /** Gets a page of the management listener. */
  public Answer manage(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(managementOrigin() + path)).timeout(PATIENCE);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.GET());
  }

  /** A request to the API listener, to be completed. */
  public HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(origin() + path))
            .timeout(PATIENCE)
            .setHeader("content-type", "application/json");
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request;
  }

  /** Sends a request and waits for the whole answer. */
  public Answer send(HttpRequest.Builder request) {
    try {
      return answer(client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for what happens on an event loop. */
  public static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    await(gateway.drainAndClose());
    await(vertx.close());
    blocked.close();
  }

  private static Answer answer(HttpResponse<byte[]> response) {
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  private static HttpRequest.BodyPublisher bytes(String body) {
    return HttpRequest.BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8));
  }
}
