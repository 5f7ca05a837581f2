package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The time for which a simulated provider says nothing. */
final class PausesTest {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  /** Held here, since one that nobody holds is closed by the collector. */
  private final HttpClient client = vertx.createHttpClient();

  @AfterEach
  void stop() {
    await(vertx.close());
  }

  @Test
  void whatFollowsAPauseComesOnceAndNeverAfterItIsCalledOff() {
    List<String> happened = new ArrayList<>();
    CompletableFuture<Void> over = new CompletableFuture<>();
    vertx.runOnContext(
        start -> {
          Pauses.REAL.pause(vertx, Duration.ofMillis(5), () -> happened.add("paused"));
          Runnable callOff =
              Pauses.REAL.pause(vertx, Duration.ofMillis(5), () -> happened.add("never"));
          Pauses.REAL.pause(vertx, Duration.ofMillis(60), () -> over.complete(null));
          callOff.run();
        });
    over.orTimeout(10, TimeUnit.SECONDS).join();

    assertThat(happened).containsExactly("paused");
  }

  @Test
  void anAnswerGoesOnWhereItsOwnPausesEnd() {
    CompletableFuture<Runnable> paused = new CompletableFuture<>();
    Simulator simulator = start(paused, new CompletableFuture<>());
    Future<Integer> status =
        send(simulator)
            .compose(HttpClientRequest::response)
            .compose(response -> response.body().map(body -> response.statusCode()));
    Runnable then = paused.orTimeout(10, TimeUnit.SECONDS).join();
    assertThat(status.isComplete()).isFalse();

    vertx.runOnContext(now -> then.run());
    assertThat(await(status)).isEqualTo(200);
  }

  @Test
  void aClientThatGoesAwayCallsThePauseOff() {
    CompletableFuture<Runnable> paused = new CompletableFuture<>();
    CompletableFuture<Void> calledOff = new CompletableFuture<>();
    Simulator simulator = start(paused, calledOff);
    HttpClientRequest request = await(send(simulator));
    paused.orTimeout(10, TimeUnit.SECONDS).join();
    assertThat(calledOff).isNotDone();

    vertx.runOnContext(now -> request.reset());
    assertThat(calledOff.orTimeout(10, TimeUnit.SECONDS)).succeedsWithin(Duration.ofSeconds(10));
  }

  /** A simulator whose credential is slow, and whose pauses end when the test says so. */
  private Simulator start(CompletableFuture<Runnable> paused, CompletableFuture<Void> calledOff) {
    Pauses pauses =
        (on, length, then) -> {
          paused.complete(then);
          return () -> calledOff.complete(null);
        };
    SimulatedKey key =
        SimulatedKey.of("a", "key-a").withLatency(Duration.ofHours(1), Duration.ZERO);
    return await(Simulator.start(vertx, SimulatorConfig.of(key), pauses));
  }

  /** Sends a request; completes when it is on its way. */
  private Future<HttpClientRequest> send(Simulator simulator) {
    return client
        .request(HttpMethod.POST, simulator.port(), "127.0.0.1", "/v1/chat/completions")
        .compose(
            request -> {
              request.putHeader("authorization", "Bearer key-a");
              request.exceptionHandler(reset -> {});
              Buffer body =
                  Buffer.buffer(
                      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
              return request.end(body).map(sent -> request);
            });
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
