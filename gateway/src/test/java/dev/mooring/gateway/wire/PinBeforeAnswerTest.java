package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.cache.LearnedLifetimes;
import dev.mooring.gateway.http.ApiVerticle;
import dev.mooring.gateway.http.Setup;
import dev.mooring.gateway.record.TurnFeed;
import dev.mooring.gateway.relay.CachedShares;
import dev.mooring.gateway.relay.ForeignState;
import dev.mooring.gateway.relay.HeldBodies;
import dev.mooring.gateway.relay.Node;
import dev.mooring.gateway.relay.Waits;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.InFlight;
import dev.mooring.gateway.routing.Planner;
import dev.mooring.gateway.routing.Speeds;
import dev.mooring.gateway.routing.TargetSpeeds;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.gateway.telemetry.Tracing;
import dev.mooring.store.memory.MemoryLimitStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pin is on its way before its answer's last byte is (contract, section 5). */
class PinBeforeAnswerTest {
  private static final String CONFIG =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", credentials: [{ id: a1, apiKey: ka1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: u }] }
      """;

  /** Longer than an answer takes to arrive that did not wait. */
  private static final Duration LATE = Duration.ofMillis(300);

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private Wire wire;
  private int port;

  @BeforeEach
  void start() {
    wire = Wire.of(CONFIG, SimulatorConfig.of(SimulatedKey.of("a1", "ka1")));
    Health health = new Health(wire.clock());
    InFlight inFlight = new InFlight();
    RandomGenerator random = new Random(3);
    Sending store = new Sending();
    Node node =
        new Node(
            store,
            store,
            SessionRecord.NONE,
            new MemoryLimitStore(wire.clock()),
            health,
            inFlight,
            new Planner(health, inFlight, Speeds.NONE, random, unused -> {}),
            new TargetSpeeds(wire.clock()),
            new CachedShares(),
            new ForeignState(),
            new LearnedLifetimes(),
            CacheFacts.builtIn(),
            new Metrics(),
            Tracing.OFF,
            new TurnFeed(wire.clock()),
            wire.clock(),
            random,
            Waits.REAL);
    Setup setup = new Setup(wire.config(CONFIG));
    ApiVerticle api =
        new ApiVerticle(
            loop -> Future.succeededFuture(node),
            () -> setup,
            new HeldBodies(1 << 20),
            "127.0.0.1",
            0);
    Wire.await(wire.vertx().deployVerticle(api));
    port = api.port();
  }

  @AfterEach
  void stop() {
    wire.close();
  }

  @Test
  void aWholeAnswerWaitsUntilTheWritesOfItsTurnAreSent() {
    Answer answer = post(Turns.body(Turns.CHAT, "m", "hi"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(sent).containsExactly("at the end of the turn");
  }

  @Test
  void aStreamsPinIsSentAtOnce() {
    Answer answer = post(Turns.streamed(Turns.body(Turns.CHAT, "m", "hi")));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).contains("[DONE]");
    assertThat(sent).containsExactly("at once");
  }

  private Answer post(String body) {
    return wire.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + Turns.CHAT))
            .header("content-type", "application/json")
            .header("x-session-id", "s")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** A store that sends what may wait at the end of the turn, and never hears an answer. */
  private final class Sending implements PinStore, IssuerStore {
    @Override
    public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
      return CompletableFuture.completedStage(models.stream().map(m -> PinState.ABSENT).toList());
    }

    @Override
    public CompletionStage<PinWrite.Result> write(PinWrite write) {
      sent.add("at once");
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<PinWrite.Result> writeWithTurn(PinWrite write) {
      Vertx.currentContext()
          .runOnContext(
              unused -> {
                sleep();
                sent.add("at the end of the turn");
              });
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<@Nullable Issuer> issuer(List<String> idHashes) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> remember(List<String> idHashes, Issuer issuer) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public void close() {}

    private static void sleep() {
      try {
        Thread.sleep(LATE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
