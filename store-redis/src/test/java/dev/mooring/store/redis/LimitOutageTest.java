package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.Counter;
import dev.mooring.affinity.limit.LimitStore.Decision;
import dev.mooring.affinity.limit.Window;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits while Redis is away. */
class LimitOutageTest {
  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void whatRedisMissedIsSettledWhenItIsBackAndCountsOnce() {
    RedisStore store = SERVER.store(SERVER.settings().withTimeout(Duration.ofMillis(100)));
    Counter counter = new Counter("key:web:usd", new Window.Sliding(Duration.ofDays(30)), 100);
    Decision.Granted first = granted(store, new Charge(counter, 60, true));
    SERVER.process(0).pause();
    try {
      assertThat(first.reservation().settle(List.of(10L)).toCompletableFuture())
          .failsWithin(Duration.ofSeconds(10));
      assertThat(store.limits().charge("team", List.of(new Charge(counter, 5, false))))
          .failsWithin(Duration.ofSeconds(10));
      assertThat(store.limits().reserve("team", List.of(new Charge(counter, 1, true))))
          .failsWithin(Duration.ofSeconds(10));
    } finally {
      SERVER.process(0).resume();
    }
    Charge nothing = new Charge(counter, 0, false);
    await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(() -> granted(store, nothing).counts().get(0).left() > 40);
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> // what was asked in vain may have been reserved all the same, until its lease
                // ends
                assertThat(granted(store, nothing).counts().get(0).left()).isBetween(84L, 85L));
    assertThat(store.settlementsLost()).isZero();
  }

  private static Decision.Granted granted(RedisStore store, Charge charge) {
    return (Decision.Granted) Samples.answer(store.limits().reserve("team", List.of(charge)));
  }
}
