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
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.gateway.telemetry.Tracing;
import dev.mooring.store.memory.MemoryLimitStore;
import io.vertx.core.Future;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A store that cannot answer changes nothing for a request but the pin (contract, section 7). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoreDownTest {
  private static final String CONFIG =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat, responses], retry: { maxRetries: 0 }, credentials: [{ id: a1, apiKey: ka1 }, { id: a2, apiKey: ka2 }] }
      models:
        - { id: m, targets: [{ provider: a, model: u }] }
      """;

  private final Metrics metrics = new Metrics();
  private Wire wire;
  private int port;

  @BeforeAll
  void start() {
    wire =
        Wire.of(
            CONFIG, SimulatorConfig.of(SimulatedKey.of("a1", "ka1"), SimulatedKey.of("a2", "ka2")));
    Health health = new Health(wire.clock());
    InFlight inFlight = new InFlight();
    RandomGenerator random = new Random(3);
    Broken store = new Broken();
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
            metrics,
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

  @BeforeEach
  void forget() {
    new Turns(wire).forget(0, "a1", "a2");
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  @Test
  void everyTurnIsServedAndASessionKeepsItsCredentialByTheHashAlone() {
    for (int turn = 0; turn < 4; turn++) {
      Answer answer = post(Turns.CHAT, Turns.body(Turns.CHAT, "m", "hi"), "s");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(Turns.affinity(answer)).isEqualTo("no_pin - -");
      assertThat(answer.text()).contains("The store did not tell the session's pin in time");
    }
    assertThat(wire.received(0)).extracting(ReceivedRequest::credential).containsOnly(first());
    assertThat(metrics.scrape()).contains("mooring_pin_read_failures_total");
    assertThat(metrics.scrape()).contains("operation=\"claim\",result=\"failed\"");
  }

  @Test
  void aFailingCredentialIsStillLeftForItsSibling() {
    post(Turns.CHAT, Turns.body(Turns.CHAT, "m", "hi"), "rotates");
    String drawn = first();
    wire.simulator(0).credential(drawn).fault(Fault.status(429));
    assertThat(post(Turns.CHAT, Turns.body(Turns.CHAT, "m", "hi"), "rotates").status())
        .isEqualTo(200);
    assertThat(wire.received(0)).hasSize(3);
    assertThat(wire.received(0).get(2).credential()).isNotEqualTo(drawn);
  }

  @Test
  void anIdWhoseIssuerCannotBeLookedUpIsTreatedAsUnknown() {
    String body =
        Turns.with(
            Turns.body(Turns.RESPONSES, "m", "hi"), "\"previous_response_id\":\"resp_lost\"");
    assertThat(post(Turns.RESPONSES, body, "s").status()).isEqualTo(400);
    assertThat(wire.received(0)).hasSize(1);
  }

  private String first() {
    return wire.received(0).get(0).credential();
  }

  private Answer post(String path, String body, String session) {
    return wire.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("content-type", "application/json")
            .header("x-session-id", session)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** A store that fails every call. */
  private static final class Broken implements PinStore, IssuerStore {
    @Override
    public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
      return failed();
    }

    @Override
    public CompletionStage<PinWrite.Result> write(PinWrite write) {
      return failed();
    }

    @Override
    public CompletionStage<@Nullable Issuer> issuer(List<String> idHashes) {
      return failed();
    }

    @Override
    public CompletionStage<Void> remember(List<String> idHashes, Issuer issuer) {
      return failed();
    }

    @Override
    public void close() {}

    private static <T> CompletionStage<T> failed() {
      return CompletableFuture.failedFuture(new IllegalStateException("the store is down"));
    }
  }
}
