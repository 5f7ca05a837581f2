package dev.mooring.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.affinity.limit.Window;
import dev.mooring.gateway.config.BudgetConfig;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.RateLimitConfig;
import dev.mooring.gateway.config.TeamConfig;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.telemetry.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TabTest {
  private static final Window.Sliding MINUTE = new Window.Sliding(Duration.ofMinutes(1));
  private static final RateLimitConfig RATE = new RateLimitConfig(100L, 10_000L, MINUTE);
  private static final BudgetConfig BUDGET = new BudgetConfig(5_000, Window.Calendar.MONTH);

  private final Metrics metrics = new Metrics();
  private final RoutingTrail trail = new RoutingTrail();
  private final Recorded store = new Recorded();

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void aCallerWithoutLimitsCostsTheStoreNothing() {
    Tab tab = tab(key(null, null), team(null, null), true);
    assertThat(tab.unlimited()).isTrue();
    assertThat(tab.reserve(new Use(5, 5), trail).toCompletableFuture()).isCompleted();
    tab.used(new Use(4, 4));
    tab.close();
    assertThat(store.log).isEmpty();
  }

  @Test
  void everyLimitOfKeyAndTeamIsReservedInOneStepAndSettledOnce() {
    Tab tab = tab(key(RATE, BUDGET), team(RATE, BUDGET), true);
    CompletionStage<Void> reserving = tab.reserve(new Use(70, 800), trail);
    assertThat(reserving.toCompletableFuture()).isNotDone();
    store.grant();
    assertThat(reserving.toCompletableFuture()).isCompleted();
    tab.used(new Use(9, 99));
    tab.used(new Use(50, 600));
    tab.close();
    tab.close();
    assertThat(store.log)
        .containsExactly(
            "reserve acme key:web:requests=1, key:web:tokens=70~, key:web:usd=800~,"
                + " team:requests=1, team:tokens=70~, team:usd=800~",
            "settle [1, 50, 600, 1, 50, 600]");
    assertThat(trail.lines()).extracting(RoutingTrail.Line::stage).containsExactly("limits");
  }

  @Test
  void whatIsNotUsedIsGivenBack() {
    Tab tab = tab(key(RATE, null), team(null, null), true);
    tab.reserve(new Use(70, 0), trail);
    store.grant();
    tab.close();
    assertThat(store.log).last().isEqualTo("settle [1, 0]");
  }

  @Test
  void aRequestThatIsOverBeforeItsReservationIsThereGivesItBackWhenItComes() {
    Tab tab = tab(key(null, BUDGET), team(null, null), true);
    tab.reserve(new Use(70, 800), trail);
    tab.close();
    assertThat(store.log).hasSize(1);
    store.grant();
    assertThat(store.log).last().isEqualTo("settle [0]");
  }

  @Test
  void aRequestThatSpendsNothingIsCountedOnly() {
    Tab tab = tab(key(RATE, BUDGET), team(null, BUDGET), false);
    tab.reserve(Use.NOTHING, trail);
    assertThat(store.log).containsExactly("reserve acme key:web:requests=1");
  }

  @Test
  void amountsBeyondAllMeasureAreCutToTheLargestThatCanBeCounted() {
    Tab tab = tab(key(RATE, null), team(null, null), true);
    tab.reserve(new Use(Long.MAX_VALUE, 0), trail);
    assertThat(store.log).singleElement().asString().contains("tokens=" + (1L << 50) + "~");
  }

  private Tab tab(ClientKeyConfig key, TeamConfig team, boolean spends) {
    return Tab.open(store, metrics, "acme", team, key, spends);
  }

  private static ClientKeyConfig key(
      @Nullable RateLimitConfig rate, @Nullable BudgetConfig budget) {
    return new ClientKeyConfig(
        "web",
        "hash",
        true,
        null,
        null,
        null,
        null,
        ClientKeyConfig.Denied.NOTHING,
        Map.of(),
        rate,
        budget,
        null);
  }

  private static TeamConfig team(@Nullable RateLimitConfig rate, @Nullable BudgetConfig budget) {
    return new TeamConfig("acme", List.of(), rate, budget, Map.of());
  }

  /** Writes down what it is asked, and grants when it is told to. */
  private static final class Recorded implements LimitStore {
    final List<String> log = new ArrayList<>();
    private final CompletableFuture<Decision> decision = new CompletableFuture<>();
    private int charges;

    @Override
    public CompletionStage<Decision> reserve(String team, List<Charge> asked) {
      charges = asked.size();
      List<String> words = new ArrayList<>();
      for (Charge charge : asked) {
        words.add(charge.counter().name() + "=" + charge.amount() + (charge.estimate() ? "~" : ""));
      }
      log.add("reserve " + team + " " + String.join(", ", words));
      return decision;
    }

    void grant() {
      Reservation reservation =
          used -> {
            log.add("settle " + used);
            return CompletableFuture.completedFuture(null);
          };
      List<Count> counts = new ArrayList<>();
      for (int i = 0; i < charges; i++) {
        counts.add(new Count(0, 1, Duration.ZERO, false));
      }
      decision.complete(new Decision.Granted(reservation, counts));
    }

    @Override
    public CompletionStage<Void> charge(String team, List<Charge> used) {
      throw new AssertionError("not asked for");
    }
  }
}
