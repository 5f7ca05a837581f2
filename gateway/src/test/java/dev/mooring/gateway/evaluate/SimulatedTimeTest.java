package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When simulated time passes. */
final class SimulatedTimeTest {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final List<String> happened = new ArrayList<>();

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void eventsHappenInTheOrderOfTheirTimes() {
    run(
        time -> {
          at(time, 9, () -> tell(time, "late"));
          at(time, 2, () -> tell(time, "early"));
          return time.run();
        });

    assertThat(happened).containsExactly("early at 2", "late at 9");
  }

  @Test
  void timeStandsStillUntilEveryRunningRequestWaits() {
    run(
        time -> {
          at(
              time,
              1,
              () -> {
                time.began();
                time.began();
                time.after(vertx, Duration.ofSeconds(5), () -> end(time, "second"));
                vertx.setTimer(20, really -> holdFirst(time));
              });
          return time.run();
        });

    assertThat(happened).containsExactly("first at 4", "second at 6");
  }

  @Test
  void aWaitThatIsCalledOffNeverEnds() {
    run(
        time -> {
          at(
              time,
              1,
              () -> {
                time.began();
                Runnable callOff =
                    time.after(vertx, Duration.ofSeconds(5), () -> tell(time, "never"));
                callOff.run();
                end(time, "cancelled");
              });
          return time.run();
        });

    assertThat(happened).containsExactly("cancelled at 1");
  }

  @Test
  void aTimeOutIsNoWaitOfItsRequest() {
    run(
        time -> {
          at(
              time,
              1,
              () -> {
                time.began();
                time.timeout(vertx, Duration.ofSeconds(2), () -> tell(time, "too early"));
                Runnable callOff =
                    time.timeout(vertx, Duration.ofSeconds(1), () -> tell(time, "never"));
                vertx.setTimer(
                    20,
                    really -> {
                      callOff.run();
                      time.after(vertx, Duration.ofSeconds(5), () -> end(time, "answered"));
                    });
              });
          return time.run();
        });

    assertThat(happened).containsExactly("too early at 3", "answered at 6");
  }

  @Test
  void timeOutsAreCountedInItsOwnTime() {
    run(
        time -> {
          at(time, 7, () -> tell(time, time.nanoTime() + " ns"));
          return time.run();
        });

    assertThat(happened).containsExactly("7000000000 ns at 7");
  }

  private void holdFirst(SimulatedTime time) {
    time.after(vertx, Duration.ofSeconds(3), () -> end(time, "first"));
  }

  private void end(SimulatedTime time, String what) {
    tell(time, what);
    time.ended();
  }

  private void tell(SimulatedTime time, String what) {
    happened.add(what + " at " + Duration.between(SimulatedTime.START, time.instant()).toSeconds());
  }

  private static void at(SimulatedTime time, int seconds, Runnable event) {
    time.at(SimulatedTime.START.plusSeconds(seconds), event);
  }

  private void run(Function<SimulatedTime, Future<Void>> play) {
    Promise<Void> over = Promise.promise();
    vertx.runOnContext(start -> play.apply(SimulatedTime.on(vertx)).onComplete(over));
    over.future().toCompletionStage().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
