package dev.mooring.gateway.rolling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Wire;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gateways with one Redis behind nginx and HAProxy at once, restarted one by one and scaled under
 * load, in the way of Kubernetes: the proxies are told first, then SIGTERM comes. A session's turns
 * come by both.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no SIGTERM")
@Tag("cluster")
@Timeout(600)
class RollingRestartTest {
  private static final int STREAMS = 200;
  private static final int SESSIONS = 300;
  private static final int TURN_THREADS = 75;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String CONFIGURATION =
      """
      server: { port: %%d, drainTimeout: 60s }
      management: { port: %%d }
      store: { type: redis, redis: { uri: "redis://127.0.0.1:%d", timeout: 2s } }
      providers:
        - id: first
          type: openai-compatible
          baseUrl: %s
          credentials: [{ id: a, apiKey: first-a }, { id: b, apiKey: first-b }]
        - id: last
          type: openai-compatible
          baseUrl: %s
          credentials: [{ id: a, apiKey: last-a }, { id: b, apiKey: last-b }]
      models:
        - id: m
          targets: [{ provider: first, model: m }, { provider: last, model: m }]
      """;

  @TempDir Path folder = Path.of("");

  private final List<AutoCloseable> running = new ArrayList<>();
  private final List<GatewayProcess> gateways = new ArrayList<>();
  private final List<Balancer> balancers = new ArrayList<>();
  private final Map<String, Simulator> providers = new HashMap<>();
  private Vertx vertx = Vertx.vertx();
  private String configuration = "";

  @BeforeEach
  void startRedisAndProviders() {
    int redis = Program.freePort();
    String server = Program.find("redis-server");
    running.add(
        Program.start(
            folder.resolve("redis.log"),
            List.of(
                server, "--port", Integer.toString(redis), "--bind", "127.0.0.1", "--save", "")));
    await().atMost(PATIENCE).until(() -> Program.listens(redis));
    Simulator first = provider("first");
    Simulator last = provider("last");
    providers.putAll(Map.of("first", first, "last", last));
    configuration = CONFIGURATION.formatted(redis, first.origin(), last.origin());
  }

  @AfterEach
  void stop() throws Exception {
    for (GatewayProcess gateway : gateways) {
      gateway.close();
    }
    for (AutoCloseable program : running) {
      program.close();
    }
    Wire.await(vertx.close());
  }

  @Test
  void nothingFailsBreaksOrMovesWhileNodesComeAndGo() {
    add(3);
    balancers.addAll(Balancer.startAll(folder, ports()));
    running.addAll(balancers);
    List<Integer> entrances = balancers.stream().map(Balancer::port).toList();
    Load load = Load.on(entrances, STREAMS, SESSIONS, TURN_THREADS);
    try (load) {
      await().atMost(PATIENCE).until(() -> load.turnsDone() > SESSIONS);
      for (GatewayProcess gateway : List.copyOf(gateways)) {
        remove(gateway);
        gateway.startAgain();
        gateways.add(gateway);
        gateway.awaitReady();
        use(ports());
      }
      add(2);
      use(ports());
      for (GatewayProcess gateway : List.copyOf(gateways).subList(0, 3)) {
        remove(gateway);
      }
      int turns = load.turnsDone();
      await().atMost(PATIENCE).until(() -> load.turnsDone() > turns + SESSIONS);
    }
    assertThat(load.failures()).isEmpty();
    assertThat(load.streamsDone()).isGreaterThan(STREAMS);
    assertThat(load.providers()).hasSize(SESSIONS);
    assertThat(load.providers().values()).allSatisfy(served -> assertThat(served).hasSize(1));
    assertThat(load.providers().values()).contains(Set.of("first"), Set.of("last"));
    assertThat(credentialsOfSessions().values())
        .hasSize(SESSIONS)
        .allSatisfy(credentials -> assertThat(credentials).hasSize(1));
  }

  /** Starts gateways and waits until they are ready. */
  private void add(int count) {
    List<GatewayProcess> started = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      started.add(GatewayProcess.start(folder, configuration));
    }
    started.forEach(GatewayProcess::awaitReady);
    gateways.addAll(started);
  }

  /** Tells the proxies which gateways there are. */
  private void use(List<Integer> these) {
    balancers.forEach(balancer -> balancer.use(these));
  }

  /** Takes a gateway out of the proxies' lists and then down. */
  private void remove(GatewayProcess gateway) {
    List<Integer> others = ports().stream().filter(port -> port != gateway.apiPort()).toList();
    use(others);
    gateway.terminate();
    gateways.remove(gateway);
  }

  private List<Integer> ports() {
    return gateways.stream().map(GatewayProcess::apiPort).toList();
  }

  private Simulator provider(String name) {
    return Wire.await(
        Simulator.start(
            vertx,
            SimulatorConfig.of(
                    SimulatedKey.of("a", name + "-a").withSpeed(4, 0),
                    SimulatedKey.of("b", name + "-b").withSpeed(4, 0))
                .withReply(Reply.text(8))
                .withMaxRecorded(1_000_000)));
  }

  /** The credentials at which each session with turns arrived. */
  private Map<String, Set<String>> credentialsOfSessions() {
    Map<String, Set<String>> credentials = new HashMap<>();
    providers.forEach(
        (name, simulator) -> {
          for (ReceivedRequest request : simulator.requests()) {
            if (!request.streamed()) {
              credentials
                  .computeIfAbsent(session(request), unused -> new HashSet<>())
                  .add(name + "/" + request.credential());
            }
          }
        });
    return credentials;
  }

  /** The session of a turn, by the number that its message names. */
  private static String session(ReceivedRequest request) {
    String body = request.bodyText();
    int at = body.indexOf("turn ") + "turn ".length();
    int turn = Integer.parseInt(body.substring(at, body.indexOf('"', at)));
    return "session-" + turn % SESSIONS;
  }
}
