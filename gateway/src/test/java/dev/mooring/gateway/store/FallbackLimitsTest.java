package dev.mooring.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.Counter;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.affinity.limit.LimitStore.Decision;
import dev.mooring.affinity.limit.Window;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.store.memory.MemoryLimitStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FallbackLimitsTest {
  private static final Counter COUNTER =
      new Counter("key:web:usd", new Window.Sliding(Duration.ofDays(30)), 10);

  private final Metrics metrics = new Metrics();
  private final MemoryLimitStore redis = new MemoryLimitStore(InstantSource.system());
  private boolean away;

  private final LimitStore limits =
      new FallbackLimits(
          new LimitStore() {
            @Override
            public CompletionStage<Decision> reserve(String team, List<Charge> charges) {
              return away
                  ? CompletableFuture.failedFuture(new IllegalStateException("away"))
                  : redis.reserve(team, charges);
            }

            @Override
            public CompletionStage<Void> charge(String team, List<Charge> charges) {
              return redis.charge(team, charges);
            }
          },
          new MemoryLimitStore(InstantSource.system()),
          metrics);

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void theSharedCountersDecideWhileTheyAnswer() {
    assertThat(reserve(10)).isInstanceOf(Decision.Granted.class);
    assertThat(reserve(1)).isInstanceOf(Decision.Refused.class);
    assertThat(metrics.scrape()).doesNotContain("mooring_limits_alone_total");
  }

  @Test
  void whileTheyAreAwayTheNodesOwnDecide() {
    away = true;
    assertThat(reserve(10)).isInstanceOf(Decision.Granted.class);
    assertThat(reserve(1)).isInstanceOf(Decision.Refused.class);
    assertThat(metrics.scrape()).contains("mooring_limits_alone_total 2.0");
  }

  @Test
  void whatWasUsedMeanwhileIsAddedToTheSharedCounters() {
    away = true;
    Decision.Granted granted = (Decision.Granted) reserve(8);
    granted.reservation().settle(List.of(3L));
    assertThat(reserve(7)).isInstanceOf(Decision.Granted.class);
    away = false;
    assertThat(reserve(8)).isInstanceOf(Decision.Refused.class);
    assertThat(reserve(7)).isInstanceOf(Decision.Granted.class);
  }

  private Decision reserve(long amount) {
    return limits
        .reserve("acme", List.of(new Charge(COUNTER, amount, true)))
        .toCompletableFuture()
        .join();
  }
}
