package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How real time passes for which a request waits. */
final class WaitsTest {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final List<String> happened = new ArrayList<>();

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void whatWaitsHappensInTheOrderOfItsDelays() {
    onLoop(
        over -> {
          Waits.REAL.after(vertx, Duration.ofMillis(60), () -> end("late", over));
          Waits.REAL.after(vertx, Duration.ofMillis(5), () -> happened.add("early"));
          happened.add("at once");
        });

    assertThat(happened).containsExactly("at once", "early", "late");
  }

  @Test
  void whatIsCalledOffNeverHappens() {
    onLoop(
        over -> {
          Runnable callOff =
              Waits.REAL.after(vertx, Duration.ofMillis(5), () -> happened.add("never"));
          Waits.REAL.after(vertx, Duration.ofMillis(60), () -> end("later", over));
          callOff.run();
        });

    assertThat(happened).containsExactly("later");
  }

  @Test
  void toCallOffWhatHasHappenedDoesNothing() {
    onLoop(
        over -> {
          List<Runnable> callOff = new ArrayList<>();
          callOff.add(
              Waits.REAL.after(
                  vertx,
                  Duration.ofMillis(5),
                  () -> {
                    callOff.get(0).run();
                    end("once", over);
                  }));
        });

    assertThat(happened).containsExactly("once");
  }

  @Test
  void noDelayIsTheShortestThereIs() {
    onLoop(over -> Waits.REAL.after(vertx, Duration.ZERO, () -> end("soon", over)));

    assertThat(happened).containsExactly("soon");
  }

  @Test
  void aTimeOutPassesLikeAnyOtherWaitInRealTime() {
    long before = System.nanoTime();
    onLoop(over -> Waits.REAL.timeout(vertx, Duration.ofMillis(30), () -> end("due", over)));

    assertThat(happened).containsExactly("due");
    assertThat(Waits.REAL.nanoTime() - before).isGreaterThanOrEqualTo(29_000_000);
  }

  private void end(String what, CompletableFuture<Void> over) {
    happened.add(what);
    over.complete(null);
  }

  private void onLoop(Events events) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    vertx.runOnContext(start -> events.begin(over));
    over.orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** What happens on the event loop until it is over. */
  @FunctionalInterface
  private interface Events {
    void begin(CompletableFuture<Void> over);
  }
}
