package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A time-out that is put off often, in a time that the test lets pass. */
final class LazyTimerTest {
  private final Vertx vertx = Vertx.vertx();
  private final Hourglass time = new Hourglass();
  private final LazyTimer timer = new LazyTimer(new WaitedDeadlines(vertx, time));
  private int fired;

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void itFiresOnceWhenItsTimeIsOver() {
    timer.start(100, () -> fired++);
    time.passes(99);
    assertThat(fired).isZero();

    time.passes(1);
    time.passes(1000);
    assertThat(fired).isEqualTo(1);
  }

  @Test
  void eachTimeThatItIsPutOffTheWaitBeginsAgain() {
    timer.start(100, () -> fired++);
    for (int i = 0; i < 5; i++) {
      time.passes(80);
      timer.putOff();
    }
    time.passes(99);
    assertThat(fired).isZero();

    time.passes(2);
    assertThat(fired).isEqualTo(1);
  }

  @Test
  void puttingOffNeverSetsAnotherTimer() {
    timer.start(100, () -> fired++);
    for (int i = 0; i < 1000; i++) {
      timer.putOff();
    }

    assertThat(time.set).isEqualTo(1);
  }

  @Test
  void whatIsStoppedNeverFires() {
    timer.start(100, () -> fired++);
    timer.stop();
    time.passes(1000);

    assertThat(fired).isZero();
  }

  @Test
  void aNewStartTakesThePlaceOfTheOneBefore() {
    timer.start(100, () -> fired += 10);
    time.passes(50);
    timer.start(100, () -> fired++);
    time.passes(99);
    assertThat(fired).isZero();

    time.passes(1);
    assertThat(fired).isEqualTo(1);
  }

  /** Time that passes when the test says so, with one wait at most. */
  private static final class Hourglass implements Waits {
    private long nanos;
    private long due;
    private Optional<Runnable> waiting = Optional.empty();
    private int set;

    @Override
    public Runnable after(Vertx vertx, Duration delay, Runnable then) {
      set++;
      due = nanos + delay.toNanos();
      waiting = Optional.of(then);
      return () -> waiting = Optional.empty();
    }

    @Override
    public long nanoTime() {
      return nanos;
    }

    private void passes(long millis) {
      long end = nanos + millis * 1_000_000;
      while (waiting.isPresent() && due <= end) {
        nanos = due;
        Runnable now = waiting.get();
        waiting = Optional.empty();
        now.run();
      }
      nanos = end;
    }
  }
}
