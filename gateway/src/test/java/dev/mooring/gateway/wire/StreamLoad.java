package dev.mooring.gateway.wire;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process of its own: simulator, gateway and callers, so many streams at the same time, so many
 * rounds. Prints a line a round; exits 1 when a stream was not whole.
 */
final class StreamLoad {
  private static final int EVENTS = 20;
  private static final double EVENTS_PER_SECOND = 10;
  private static final String YAML =
      """
      server: { port: 0 }
      management: { port: 0 }
      providers: [{ id: p, type: openai-compatible, apis: [chat, responses, messages], baseUrl: "%s" }]
      models: [{ id: m, targets: [{ provider: p, model: m }] }]
      """;

  private static final List<SampleTurn> TURNS = List.of(SampleTurn.values());

  private final HttpClient client;
  private final int port;
  private final int streams;

  private StreamLoad(Vertx vertx, int port, int streams) {
    this.port = port;
    this.streams = streams;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setTcpNoDelay(true),
            new PoolOptions().setHttp1MaxSize(streams).setEventLoopSize(1));
  }

  /** Takes the number of streams and the number of rounds. */
  public static void main(String[] arguments) {
    int streams = Integer.parseInt(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    PrintStream out = System.out;
    Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    SimulatorConfig config =
        SimulatorConfig.of(SimulatedKey.of("k", "").withSpeed(EVENTS_PER_SECOND, 0))
            .withReply(Reply.text(EVENTS))
            .asFast();
    Simulator simulator = await(Simulator.start(vertx, config));
    LoadedConfig loaded =
        ConfigLoader.parse("load.yaml", YAML.formatted(simulator.origin()), Map.of());
    Gateway gateway = await(Gateway.start(vertx, ((LoadedConfig.Valid) loaded).config()));
    StreamLoad load = new StreamLoad(vertx, gateway.apiPort(), streams);
    long broken = 0;
    for (int round = 1; round <= rounds; round++) {
      long start = System.nanoTime();
      long brokenNow = load.round();
      broken += brokenNow;
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      System.gc();
      long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 10;
      out.printf(
          Locale.ROOT,
          "round %d: %d streams, %d broken, %d ms, heap %d KiB, running %d%n",
          round,
          streams,
          brokenNow,
          millis,
          heap,
          gateway.metrics().requests().running());
    }
    await(gateway.drainAndClose());
    await(vertx.close());
    System.exit(broken == 0 ? 0 : 1);
  }

  /** Runs all streams at once; how many were not whole. */
  private long round() {
    List<Future<Boolean>> running = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      running.add(stream(TURNS.get(i % TURNS.size()), "load-" + i));
    }
    return running.stream().filter(whole -> !await(whole)).count();
  }

  private Future<Boolean> stream(SampleTurn api, String session) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI(api.path())
            .putHeader("content-type", "application/json")
            .putHeader("x-session-id", session);
    return client
        .request(options)
        .compose(request -> request.send(Buffer.buffer(api.stream())))
        .compose(response -> response.body().map(body -> whole(api, response.statusCode(), body)))
        .otherwise(false);
  }

  private static boolean whole(SampleTurn api, int status, Buffer body) {
    Answer answer =
        new Answer(
            status,
            java.net.http.HttpHeaders.of(
                Map.of("content-type", List.of("text/event-stream")), (name, value) -> true),
            body.toString(StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    List<Answer.Event> events = answer.events();
    long outputs =
        Stream.of("\"content\":\"", "output_text.delta\",", "text_delta")
            .mapToLong(text -> events.stream().filter(e -> e.data().contains(text)).count())
            .max()
            .orElse(0);
    return status == 200
        && outputs >= EVENTS
        && api.starts(events) == 1
        && api.endsCleanly(events)
        && answer.provider().equals("p");
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
  }
}
