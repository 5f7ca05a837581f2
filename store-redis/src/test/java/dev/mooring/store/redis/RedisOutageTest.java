package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.read;
import static dev.mooring.store.redis.Samples.session;
import static dev.mooring.store.redis.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What happens while Redis is slow, paused, stopped, or back with nothing. */
class RedisOutageTest {
  private static final Duration MINUTES = Duration.ofMinutes(5);
  private static final Duration TIMEOUT = Duration.ofMillis(100);

  /** The longest that any call may take on a busy machine; far below Lettuce's own defaults. */
  private static final Duration SOON = Duration.ofSeconds(3);

  /** How soon a Redis that is back must be in use (contract, section 7). */
  private static final Duration RETURN = Duration.ofSeconds(2);

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void aPausedRedisOpensTheBreakerAndMissedWritesArriveWhenItGoesOn() {
    RedisStore store = SERVER.store(SERVER.settings().withTimeout(TIMEOUT));
    SessionKey known = session();
    Pin held = pin("a", "1");
    write(store.pins(), new PinWrite.Claim(known, MODEL, held, MINUTES));
    SessionKey missed = session();
    Pin first = pin("b", "1");
    SERVER.process(0).pause();
    try {
      for (int i = 0; i < Breaker.FAILURES; i++) {
        assertFails(store, known);
      }
      assertThat(store.state().healthy()).isFalse();
      assertThat(store.state().openSince()).isPresent();
      assertThat(store.pins().read(known, List.of(MODEL)).toCompletableFuture())
          .isCompletedExceptionally();
      assertThatThrownBy(
              () -> write(store.pins(), new PinWrite.Claim(missed, MODEL, first, MINUTES)))
          .hasRootCauseInstanceOf(StoreUnavailableException.class);
      assertThat(store.state().waiting()).isEqualTo(1);
    } finally {
      SERVER.process(0).resume();
    }
    awaitHealthy(store);
    assertThat(read(store.pins(), known, MODEL)).isEqualTo(new PinState.Pinned(held));
    Awaitility.await()
        .until(() -> read(store.pins(), missed, MODEL).equals(new PinState.Pinned(first)));
    assertThat(store.state().waiting()).isZero();
    assertThat(store.state().replayed()).isEqualTo(1);
  }

  @Test
  void aRedisThatComesBackEmptyIsUsedAgainByItself() {
    RedisStore store = SERVER.store();
    SessionKey session = session();
    write(store.pins(), new PinWrite.Claim(session, MODEL, pin("a", "1"), MINUTES));
    SERVER.process(0).kill();
    for (int i = 0; i < Breaker.FAILURES; i++) {
      assertFails(store, session);
    }
    SERVER.process(0).start();
    awaitHealthy(store);
    assertThat(read(store.pins(), session, MODEL)).isEqualTo(PinState.ABSENT);
    Pin claimed = pin("b", "1");
    write(store.pins(), new PinWrite.Claim(session, MODEL, claimed, MINUTES));
    assertThat(read(store.pins(), session, MODEL)).isEqualTo(new PinState.Pinned(claimed));
  }

  @Test
  void aWriteThatRedisMissedNeverUndoesWhatAnotherNodeWroteMeanwhile() {
    RedisStore cutOff = SERVER.store(SERVER.settings().withTimeout(TIMEOUT));
    SessionKey session = session();
    SERVER.process(0).pause();
    try {
      for (int i = 0; i < Breaker.FAILURES; i++) {
        assertFails(cutOff, session);
      }
      assertThat(
              cutOff
                  .pins()
                  .write(new PinWrite.Claim(session, MODEL, pin("late", "1"), MINUTES))
                  .toCompletableFuture())
          .isCompletedExceptionally();
      SERVER.process(0).kill();
    } finally {
      SERVER.process(0).start();
    }
    Pin newer = pin("newer", "1");
    RedisStore other = SERVER.store();
    PinWrite.Result result =
        write(other.pins(), new PinWrite.Claim(session, MODEL, newer, MINUTES));
    Awaitility.await().atMost(SOON).until(() -> cutOff.state().waiting() == 0);
    awaitHealthy(cutOff);
    PinState seen = read(cutOff.pins(), session, MODEL);
    assertThat(seen).isInstanceOf(PinState.Pinned.class);
    String provider = ((PinState.Pinned) seen).pin().provider();
    assertThat(provider).isEqualTo(result == PinWrite.Result.DONE ? "newer" : "late");
  }

  @Test
  void aStoreThatStartsWithoutRedisFindsItLater() {
    RedisProcess late = RedisProcess.start(RedisProcess.freePort());
    late.kill();
    RedisStore store =
        SERVER.unconnected(RedisSettings.of(late.uri()).withTimeout(SERVER.settings().timeout()));
    SessionKey session = session();
    assertThat(store.pins().read(session, List.of(MODEL)).toCompletableFuture())
        .isCompletedExceptionally();
    late.start();
    try {
      store.opened().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
      assertThat(read(store.pins(), session, MODEL)).isEqualTo(PinState.ABSENT);
    } finally {
      late.close();
    }
  }

  @Test
  void aPartitionEndsWithANewConnectionAlthoughTheOldOneStaysSilent() throws IOException {
    try (Relay relay = new Relay(SERVER.process(0).port())) {
      RedisStore store =
          SERVER.store(
              RedisSettings.of("redis://127.0.0.1:" + relay.port())
                  .withKeyPrefix(SERVER.settings().keyPrefix())
                  .withTimeout(TIMEOUT));
      SessionKey session = session();
      Pin held = pin("a", "1");
      write(store.pins(), new PinWrite.Claim(session, MODEL, held, MINUTES));
      relay.cut();
      for (int i = 0; i < Breaker.FAILURES; i++) {
        assertFails(store, session);
      }
      Awaitility.await().atMost(SOON.multipliedBy(3)).until(() -> relay.connections() > 1);
      assertThat(store.state().healthy()).isFalse();
      relay.heal();
      awaitHealthy(store);
      assertThat(read(store.pins(), session, MODEL)).isEqualTo(new PinState.Pinned(held));
    }
  }

  private static void assertFails(RedisStore store, SessionKey session) {
    long begin = System.nanoTime();
    assertThatThrownBy(() -> read(store.pins(), session, MODEL)).isNotNull();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
  }

  private static void awaitHealthy(RedisStore store) {
    Awaitility.await().atMost(RETURN).until(() -> store.state().healthy());
  }
}
