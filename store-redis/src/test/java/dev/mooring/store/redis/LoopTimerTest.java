package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.DefaultEventLoop;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Timeouts of Lettuce on an event loop. */
class LoopTimerTest {
  private static final Duration USUAL = Duration.ofMillis(40);

  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final LoopTimer timer = new LoopTimer(loop, USUAL);
  private final List<String> ran = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    Future<?> unused = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  @Test
  void whatIsNotCancelledRunsOnceInOrderAndNotTooEarly() {
    long start = System.nanoTime();
    List<Timeout> timeouts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      timeouts.add(begin(String.valueOf(i), USUAL));
    }
    for (int i = 0; i < 20; i += 2) {
      assertThat(timeouts.get(i).cancel()).isTrue();
    }
    await().until(() -> ran.size() == 10);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(USUAL.toNanos());
    assertThat(ran).containsExactly("1", "3", "5", "7", "9", "11", "13", "15", "17", "19");
    assertThat(timeouts.get(0).isCancelled()).isTrue();
    assertThat(timeouts.get(1).isExpired()).isTrue();
    assertThat(timeouts.get(1).cancel()).isFalse();
  }

  @Test
  void timeoutsOfAnyLengthRun() {
    begin("longer", USUAL.multipliedBy(3));
    begin("usual", USUAL);
    begin("shorter", USUAL.dividedBy(4));
    await().until(() -> ran.size() == 3);
    assertThat(ran).containsExactly("shorter", "usual", "longer");
  }

  @Test
  void timeoutsThatBeginAfterAPauseRunToo() {
    begin("first", USUAL);
    await().until(() -> ran.size() == 1);
    begin("second", USUAL);
    await().until(() -> ran.size() == 2);
    assertThat(ran).containsExactly("first", "second");
  }

  @Test
  void whatIsCancelledHoldsOnToNothing() {
    TimerTask task = timeout -> ran.add("never");
    Timeout timeout = timer.newTimeout(task, USUAL.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(timeout.task()).isSameAs(task);
    timeout.cancel();
    assertThat(timeout.task()).isNotSameAs(task);
  }

  @Test
  void aLoopThatStoodStillReadsWhatArrivedBeforeItTakesACallForUnanswered() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Timeout timeout = begin("unanswered", USUAL);
    loop.execute(
        () -> {
          begun.countDown();
          sleep(USUAL.multipliedBy(2));
          loop.execute(timeout::cancel);
        });
    begun.await();
    begin("later", USUAL.multipliedBy(3));
    await().until(() -> !ran.isEmpty());
    assertThat(ran).containsExactly("later");
  }

  private Timeout begin(String name, Duration after) {
    return timer.newTimeout(timeout -> ran.add(name), after.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
