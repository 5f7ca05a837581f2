package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** When time-outs run: after they are due, once, and not where they were called off. */
class TimingWheelTest {
  private static final Vertx VERTX = Vertx.vertx();

  @AfterAll
  static void stop() throws Exception {
    VERTX.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  /** Runs on an event loop. */
  private static <T> T onLoop(Callable<T> body) throws Exception {
    Promise<T> done = Promise.promise();
    VERTX.runOnContext(
        unused -> {
          try {
            done.complete(body.call());
          } catch (Exception | AssertionError e) {
            done.fail(e);
          }
        });
    return done.future().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static <T> T await(Promise<T> promise) throws Exception {
    return promise.future().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void aTimerRunsOnceAndNotBeforeItIsDue() throws Exception {
    Promise<Long> ran = Promise.promise();
    long begun = System.nanoTime();
    onLoop(
        () -> {
          new LazyTimer(new TimingWheel(VERTX))
              .start(120, () -> ran.complete(System.nanoTime() - begun));
          return 0;
        });
    assertThat(await(ran)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(120));
  }

  @Test
  void aTimerThatIsPutOffRunsAfterTheLastTime() throws Exception {
    Promise<Long> ran = Promise.promise();
    long begun = System.nanoTime();
    onLoop(
        () -> {
          LazyTimer timer = new LazyTimer(new TimingWheel(VERTX));
          timer.start(150, () -> ran.complete(System.nanoTime() - begun));
          VERTX.setTimer(100, unused -> timer.putOff());
          return 0;
        });
    assertThat(await(ran)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(250));
  }

  @Test
  void aTimerThatWasStoppedOrStartedAnewDoesNotRunWhatItWasToRun() throws Exception {
    List<String> ran = new ArrayList<>();
    Promise<List<String>> over = Promise.promise();
    onLoop(
        () -> {
          TimingWheel deadlines = new TimingWheel(VERTX);
          LazyTimer stopped = new LazyTimer(deadlines);
          stopped.start(20, () -> ran.add("stopped"));
          stopped.stop();
          LazyTimer again = new LazyTimer(deadlines);
          again.start(20, () -> ran.add("first"));
          again.start(30, () -> ran.add("second"));
          new LazyTimer(deadlines).start(200, () -> over.complete(ran));
          return 0;
        });
    assertThat(await(over)).containsExactly("second");
  }

  @Test
  void aTimerMayCallOffAnotherThatIsDueAtTheSameTime() throws Exception {
    List<String> ran = new ArrayList<>();
    Promise<List<String>> over = Promise.promise();
    onLoop(
        () -> {
          TimingWheel deadlines = new TimingWheel(VERTX);
          LazyTimer one = new LazyTimer(deadlines);
          LazyTimer other = new LazyTimer(deadlines);
          one.start(
              20,
              () -> {
                ran.add("one");
                other.stop();
              });
          other.start(
              20,
              () -> {
                ran.add("other");
                one.stop();
              });
          new LazyTimer(deadlines).start(200, () -> over.complete(ran));
          return 0;
        });
    assertThat(await(over)).hasSize(1);
  }

  @Test
  void aTimerThatFailsKeepsNoOtherFromRunning() throws Exception {
    Promise<String> ran = Promise.promise();
    onLoop(
        () -> {
          TimingWheel deadlines = new TimingWheel(VERTX);
          new LazyTimer(deadlines)
              .start(
                  20,
                  () -> {
                    throw new IllegalStateException("on purpose");
                  });
          new LazyTimer(deadlines).start(20, () -> ran.complete("ran"));
          return 0;
        });
    assertThat(await(ran)).isEqualTo("ran");
  }

  @Test
  void deadlinesOfManyRoundsOfTheWheelRunInTimeAndNoneIsLost() throws Exception {
    int timers = 2_000;
    Random random = new Random(7);
    List<Long> late = new ArrayList<>();
    Promise<List<Long>> over = Promise.promise();
    TimingWheel deadlines =
        onLoop(
            () -> {
              TimingWheel made = new TimingWheel(VERTX);
              for (int i = 0; i < timers; i++) {
                // Some take more than the 5.12 s of one round.
                long millis = i % 100 == 0 ? 5_200 + random.nextInt(300) : random.nextInt(1_500);
                long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
                new LazyTimer(made)
                    .start(
                        millis,
                        () -> {
                          late.add(System.nanoTime() - due);
                          if (late.size() == timers) {
                            over.complete(late);
                          }
                        });
              }
              assertThat(made.size()).isEqualTo(timers);
              return made;
            });
    assertThat(await(over)).allMatch(nanos -> nanos >= 0);
    assertThat(onLoop(deadlines::size)).isZero();
  }
}
