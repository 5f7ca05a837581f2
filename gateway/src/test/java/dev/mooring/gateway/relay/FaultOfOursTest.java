package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.cache.LearnedLifetimes;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.record.TurnFeed;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.InFlight;
import dev.mooring.gateway.routing.Planner;
import dev.mooring.gateway.routing.Speeds;
import dev.mooring.gateway.routing.TargetSpeeds;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.gateway.telemetry.Tracing;
import dev.mooring.store.memory.MemoryLimitStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fault of the gateway's own is a 500, and leaves nothing counted that is over. */
class FaultOfOursTest {
  private static final String STREAM =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"}}]}\n\n";
  private static final String ANSWER =
      "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}";

  private final Vertx vertx = Vertx.vertx();
  private final InFlight inFlight = new InFlight();
  private final Metrics metrics = new Metrics();
  private boolean failsToRead;
  private boolean failsToWrite;
  private boolean failsToRemove;
  private boolean streams;

  @AfterEach
  void stop() {
    await(vertx.close());
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void nothingStaysCounted(boolean read, boolean write) throws Exception {
    failsToRead = read;
    failsToWrite = write;

    HttpResponse<String> answer = serve();

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("internal_error");
    assertNothingIsCounted();
  }

  @Test
  void aStreamWhoseBreakMeetsAFaultStillEnds() throws Exception {
    streams = true;
    failsToRemove = true;

    HttpResponse<String> answer = serve();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).startsWith(STREAM).contains("internal_error");
    assertNothingIsCounted();
  }

  private void assertNothingIsCounted() {
    Awaitility.await().until(() -> metrics.requests().running() == 0);
    assertThat(inFlight.withProvider("p")).isZero();
  }

  private HttpResponse<String> serve() throws Exception {
    HttpServer upstream =
        await(
            vertx
                .createHttpServer()
                .requestHandler(
                    request ->
                        request
                            .response()
                            .putHeader(
                                "content-type", streams ? "text/event-stream" : "application/json")
                            .end(streams ? STREAM : ANSWER))
                .listen(0, "127.0.0.1"));
    Relay relay = new Relay(Loop.open(vertx, Waits.REAL), node());
    Catalog catalog = catalog(upstream.actualPort());
    HttpServer server =
        await(
            vertx
                .createHttpServer()
                .requestHandler(
                    request ->
                        request
                            .body()
                            .onSuccess(
                                body ->
                                    relay.serve(
                                        new Inbound(
                                            "req_1",
                                            Operation.CHAT_COMPLETIONS,
                                            request.uri(),
                                            request.headers(),
                                            new Caller(Caller.DEFAULT_TEAM, null, null),
                                            Envelope.read(Api.CHAT, body.getBytes()),
                                            catalog),
                                        new Arrival(System.nanoTime(), 0),
                                        request.response())))
                .listen(0, "127.0.0.1"));

    return post(server.actualPort(), streams);
  }

  private Node node() {
    Health health = new Health(InstantSource.system());
    Random random = new Random(7);
    return new Node(
        new FaultyPins(),
        new NoIssuers(),
        SessionRecord.NONE,
        new MemoryLimitStore(InstantSource.system()),
        health,
        inFlight,
        new Planner(health, inFlight, Speeds.NONE, random, unused -> {}),
        new TargetSpeeds(InstantSource.system()),
        new CachedShares(),
        new ForeignState(),
        new LearnedLifetimes(),
        CacheFacts.builtIn(),
        metrics,
        Tracing.OFF,
        new TurnFeed(InstantSource.system()),
        InstantSource.system(),
        random,
        Waits.REAL);
  }

  private static Catalog catalog(int port) {
    LoadedConfig loaded =
        ConfigLoader.parse(
            "test.yaml",
            """
            providers:
              - { id: p, type: openai-compatible, baseUrl: "http://127.0.0.1:%d" }
            models: [{ id: m, targets: [{ provider: p, model: m }] }]
            """
                .formatted(port),
            Map.of());
    assertThat(loaded).as(loaded.toString()).isInstanceOf(LoadedConfig.Valid.class);
    return new Catalog(((LoadedConfig.Valid) loaded).config());
  }

  private static HttpResponse<String> post(int port, boolean stream) throws Exception {
    String body =
        "{\"model\":\"m\",\"stream\":"
            + stream
            + ",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/chat/completions"))
                .header("x-session-id", "s")
                .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  /** Pins that fail in a way that no store should. */
  private final class FaultyPins implements PinStore {
    @Override
    public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
      if (failsToRead) {
        throw new IllegalStateException("a fault at the start");
      }
      return CompletableFuture.completedFuture(List.of(PinState.ABSENT));
    }

    @Override
    public CompletionStage<PinWrite.Result> write(PinWrite write) {
      if (failsToWrite || (failsToRemove && write instanceof PinWrite.Remove)) {
        throw new IllegalStateException("a fault at the acceptance");
      }
      return CompletableFuture.completedFuture(PinWrite.Result.DONE);
    }

    @Override
    public void close() {}
  }
}
