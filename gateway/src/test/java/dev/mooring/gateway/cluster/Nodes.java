package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.store.redis.RedisSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Several gateways over one Redis, each with event loops of its own, before two simulated providers
 * with two credentials each.
 */
final class Nodes implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String YAML =
      """
      server: { port: 0, drainTimeout: 1s }
      management: { port: 0 }
      store: { type: redis, redis: { %s, keyPrefix: "%s", timeout: %dms } }
      providers:
        - id: p0
          type: openai-compatible
          baseUrl: "%s"
          retry: { maxRetries: 0 }
          credentials: [{ id: a, apiKey: key-a }, { id: b, apiKey: key-b }]
        - id: p1
          type: openai-compatible
          baseUrl: "%s"
          retry: { maxRetries: 0 }
          credentials: [{ id: a, apiKey: key-a }, { id: b, apiKey: key-b }]
      models:
        - id: m
          targets: [{ provider: p0, model: up, weight: 70 }, { provider: p1, model: up, weight: 30 }]
      """;

  private final RedisSettings redis;
  private final UnaryOperator<String> changes;
  private final Vertx providers = vertx();
  private final List<Simulator> simulators = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** A gateway and its event loops. */
  private record Node(Vertx vertx, Gateway gateway) {}

  /** Nodes that reach Redis by these settings. */
  Nodes(RedisSettings redis, int count) {
    this(redis, count, UnaryOperator.identity());
  }

  /** Nodes whose configuration is changed. */
  Nodes(RedisSettings redis, int count, UnaryOperator<String> changes) {
    this.redis = redis;
    this.changes = changes;
    SimulatorConfig config =
        SimulatorConfig.of(SimulatedKey.of("a", "key-a"), SimulatedKey.of("b", "key-b"))
            .withMaxRecorded(100_000);
    for (int i = 0; i < 2; i++) {
      simulators.add(await(Simulator.start(providers, config)));
    }
    for (int i = 0; i < count; i++) {
      add(redis, InstantSource.system());
    }
  }

  /** Adds a node that reaches Redis in its own way and lives by its own clock. */
  int add(RedisSettings way, InstantSource clock) {
    Vertx vertx = vertx();
    nodes.add(new Node(vertx, await(Gateway.start(vertx, config(way), clock))));
    return nodes.size() - 1;
  }

  /** Adds a node like the others. */
  int add() {
    return add(redis, InstantSource.system());
  }

  /** The configuration of a node, as text. */
  String yaml(RedisSettings way) {
    String uris =
        way.cluster()
            ? way.uris().stream()
                .map(uri -> "\"" + uri + "\"")
                .collect(Collectors.joining(", ", "cluster: [", "]"))
            : "uri: \"" + way.uris().get(0) + "\"";
    return YAML.formatted(
        uris,
        way.keyPrefix(),
        way.timeout().toMillis(),
        simulators.get(0).origin(),
        simulators.get(1).origin());
  }

  /** A node's gateway. */
  Gateway gateway(int node) {
    return nodes.get(node).gateway();
  }

  /** A simulated provider. */
  Simulator provider(int index) {
    return simulators.get(index);
  }

  /** Sends one turn of a session to a node. */
  CompletableFuture<Answer> turn(int node, String session) {
    return turn(gateway(node).apiPort(), session, "");
  }

  /** Sends one turn of a session to a port of this machine, with further members of the body. */
  CompletableFuture<Answer> turn(int port, String session, String members) {
    return turn(port, session, members, "none");
  }

  /** The same with a client key. */
  CompletableFuture<Answer> turn(int port, String session, String members, String secret) {
    String body =
        "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + members + "}";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/chat/completions"))
            .timeout(PATIENCE)
            .header("content-type", "application/json")
            .header("x-session-id", session)
            .header("authorization", "Bearer " + secret)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client
        .sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
        .thenApply(answer -> new Answer(answer.statusCode(), answer.headers(), answer.body()));
  }

  /** A page of a node's management. */
  Answer manage(int node, String path) {
    return page(gateway(node).managementPort(), path);
  }

  /** A page of a port of this machine. */
  Answer page(int port, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return client
        .sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
        .thenApply(answer -> new Answer(answer.statusCode(), answer.headers(), answer.body()))
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  /** A meter of a node, summed over its labels; 0 where it is not there. */
  double meter(int node, String name) {
    return meter(node, name, List.of());
  }

  /** The same with these labels only, as {@code name="value"}. */
  double meter(int node, String name, List<String> labels) {
    return manage(node, "/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .filter(line -> labels.stream().allMatch(line::contains))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /**
   * Where the turns of each session went, in the order in which they arrived: provider/credential.
   */
  Map<String, List<String>> served() {
    record Served(String session, String by, java.time.Instant at) {}
    List<Served> all = new ArrayList<>();
    for (int i = 0; i < simulators.size(); i++) {
      for (ReceivedRequest request : simulators.get(i).requests()) {
        String session = Objects.requireNonNull(request.header("x-session-id"));
        all.add(new Served(session, "p" + i + "/" + request.credential(), request.time()));
      }
    }
    all.sort(java.util.Comparator.comparing(Served::at));
    Map<String, List<String>> served = new TreeMap<>();
    for (Served each : all) {
      served.computeIfAbsent(each.session(), unused -> new ArrayList<>()).add(each.by());
    }
    return served;
  }

  /** Waits for all. */
  static List<Answer> all(List<CompletableFuture<Answer>> answers) {
    CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
    return answers.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public void close() {
    for (Node node : nodes) {
      await(node.gateway().drainAndClose());
      await(node.vertx().close());
    }
    await(providers.close());
  }

  private GatewayConfig config(RedisSettings way) {
    LoadedConfig loaded = ConfigLoader.parse("test.yaml", changes.apply(yaml(way)), Map.of());
    assertThat(loaded).as(loaded.toString()).isInstanceOf(LoadedConfig.Valid.class);
    return ((LoadedConfig.Valid) loaded).config();
  }

  private static Vertx vertx() {
    return Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(2));
  }

  private static <T> T await(Future<T> future) {
    return future
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }
}
