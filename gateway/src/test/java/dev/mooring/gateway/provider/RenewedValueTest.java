package dev.mooring.gateway.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.provider.RenewedValue.Dated;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** When a value that ends is fetched. */
class RenewedValueTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final AtomicInteger fetches = new AtomicInteger();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private final CountDownLatch open = new CountDownLatch(1);
  private final RenewedValue<String> tokens = new RenewedValue<>(this::fetch, now::get);

  @AfterAll
  static void close() {
    VERTX.close().await();
  }

  private Dated<String> fetch() throws InterruptedException {
    int number = fetches.incrementAndGet();
    if (!open.await(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the test let no fetch pass");
    }
    RuntimeException wanted = failure.get();
    if (wanted != null) {
      throw wanted;
    }
    return new Dated<>("token " + number, now.get().plus(Duration.ofHours(1)));
  }

  private static <T> T onLoop(Callable<T> action) {
    CompletableFuture<T> done = new CompletableFuture<>();
    VERTX.runOnContext(
        unused -> {
          try {
            done.complete(action.call());
          } catch (Exception e) {
            done.completeExceptionally(e);
          }
        });
    return done.join();
  }

  private @Nullable String atHand() {
    return onLoop(() -> Optional.ofNullable(tokens.atHand())).orElse(null);
  }

  private String awaited() {
    return onLoop(tokens::awaited).await();
  }

  @Test
  void theFirstIsWaitedForAndAllWhoWaitShareOneFetch() {
    assertThat(atHand()).isNull();
    List<Future<String>> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      waiting.add(onLoop(tokens::awaited));
    }
    await().until(() -> fetches.get() == 1);
    open.countDown();
    assertThat(waiting).allSatisfy(one -> assertThat(one.await()).isEqualTo("token 1"));
    assertThat(fetches).hasValue(1);
    assertThat(atHand()).isEqualTo("token 1");
  }

  @Test
  void itIsHeardOfOnTheContextThatAskedForIt() {
    open.countDown();
    String thread =
        onLoop(() -> tokens.awaited().map(unused -> Thread.currentThread().getName())).await();
    assertThat(thread).contains("eventloop");
  }

  @Test
  void theNextIsFetchedWhileTheLastIsGood() {
    open.countDown();
    awaited();
    now.set(START.plus(Duration.ofMinutes(44)));
    assertThat(atHand()).isEqualTo("token 1");
    assertThat(fetches).hasValue(1);

    now.set(START.plus(Duration.ofMinutes(46)));
    assertThat(atHand()).isEqualTo("token 1");
    await().until(() -> "token 2".equals(atHand()));
    assertThat(fetches).hasValue(2);
  }

  @Test
  void aValueThatHasEndedIsNotAtHand() {
    open.countDown();
    awaited();
    now.set(START.plus(Duration.ofMinutes(60)).minusSeconds(10));
    assertThat(atHand()).isNull();
    assertThat(awaited()).isEqualTo("token 2");
  }

  @Test
  void aFailedFetchIsToldAndTheNextMayGoWell() {
    open.countDown();
    failure.set(new CredentialException("no", true));
    assertThatThrownBy(this::awaited).isSameAs(failure.get());
    failure.set(null);
    assertThat(awaited()).isEqualTo("token 2");
  }

  @Test
  void aRenewalThatFailsLeavesTheLastInUse() {
    open.countDown();
    awaited();
    failure.set(new CredentialException("no", false));
    now.set(START.plus(Duration.ofMinutes(50)));
    assertThat(atHand()).isEqualTo("token 1");
    await().until(() -> fetches.get() == 2);
    assertThat(atHand()).isEqualTo("token 1");
  }
}
