package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisReadOnlyException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When calls are made, and when they fail at once. */
class BreakerTest {
  private final FakeLater time = new FakeLater();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger probes = new AtomicInteger();
  private final AtomicInteger closings = new AtomicInteger();
  private boolean up;
  private RuntimeException failure = new IllegalStateException("down");
  private final Breaker breaker = new Breaker(this::probe, time, time);

  @Test
  void itOpensAfterFailuresInARowOnly() {
    for (int i = 0; i < 3; i++) {
      fail(Breaker.FAILURES - 1);
      up = true;
      call();
      up = false;
    }
    assertThat(breaker.open()).isFalse();
    Instant now = time.instant();
    fail(Breaker.FAILURES);
    assertThat(breaker.openSince()).contains(now);
  }

  @Test
  void callsThatFailTogetherCountAsOneFailure() {
    for (int pause = 1; pause <= Breaker.FAILURES; pause++) {
      assertThat(breaker.open()).as("before pause %d", pause).isFalse();
      List<CompletableFuture<String>> underWay = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        underWay.add(answer);
        breaker.run(() -> answer);
      }
      underWay.forEach(answer -> answer.completeExceptionally(new IllegalStateException("late")));
    }
    assertThat(breaker.open()).isTrue();
  }

  @Test
  void whileItIsOpenNoCallIsMadeAndOnlyItsOwnProbeAsks() {
    breaker.onClose(closings::incrementAndGet);
    fail(Breaker.FAILURES);
    int made = calls.get();
    for (int i = 0; i < 100; i++) {
      call();
    }
    assertThat(calls).hasValue(made);
    assertThat(probes).hasValue(0);
    time.pass(Breaker.PROBE_EVERY.multipliedBy(3));
    assertThat(probes).hasValue(3);
    assertThat(breaker.open()).isTrue();
    up = true;
    time.pass(Breaker.PROBE_EVERY);
    assertThat(breaker.openSince()).isEmpty();
    assertThat(closings).hasValue(1);
    call();
    assertThat(calls).hasValue(made + 1);
    time.pass(Breaker.PROBE_EVERY.multipliedBy(9));
    assertThat(probes).hasValue(4);
  }

  @Test
  void itOpensAgainAfterItClosed() {
    fail(Breaker.FAILURES);
    up = true;
    time.pass(Breaker.PROBE_EVERY);
    up = false;
    fail(Breaker.FAILURES - 1);
    assertThat(breaker.open()).isFalse();
    fail(1);
    assertThat(breaker.open()).isTrue();
  }

  @Test
  void refusalsAreAnswersAndNeverOpenIt() {
    fail(Breaker.FAILURES - 1);
    failure = new RedisCommandExecutionException("OOM command not allowed");
    fail(2 * Breaker.FAILURES);
    failure = new CompletionException(new RedisReadOnlyException("READONLY"));
    fail(2 * Breaker.FAILURES);
    failure = new IllegalStateException("down");
    fail(Breaker.FAILURES - 1);
    assertThat(breaker.open()).isFalse();
  }

  @Test
  void aRedisThatRefusesEverythingIsAway() {
    for (RuntimeException everything :
        List.of(
            new RedisLoadingException("LOADING Redis is loading the dataset in memory"),
            new RedisBusyException("BUSY Redis is busy running a script"),
            new RedisCommandExecutionException("MASTERDOWN Link with MASTER is down"))) {
      failure = everything;
      fail(Breaker.FAILURES);
      assertThat(breaker.open()).as(everything.getMessage()).isTrue();
      up = true;
      time.pass(Breaker.PROBE_EVERY);
      up = false;
    }
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      call();
    }
  }

  private void call() {
    CompletionStage<String> answer =
        breaker.run(
            () -> {
              calls.incrementAndGet();
              return answer();
            });
    assertThat(answer.toCompletableFuture()).isDone();
  }

  private CompletionStage<String> probe() {
    probes.incrementAndGet();
    return answer();
  }

  private CompletionStage<String> answer() {
    return up ? CompletableFuture.completedStage("PONG") : CompletableFuture.failedStage(failure);
  }
}
