package dev.mooring.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The demo's client and report, straight against a simulated provider. */
final class DemoTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  @Test
  void everyTurnIsCountedFromItsAnswersUsage() throws Exception {
    AtomicInteger steps = new AtomicInteger();
    Map<Api, DemoTotals> totals = play(3, steps::incrementAndGet);

    assertThat(steps).hasValue(Api.spoken().size() * 2 * 3);
    for (Api api : Api.spoken()) {
      DemoTotals sum = totals.getOrDefault(api, DemoTotals.NONE);
      assertThat(sum.turns()).as(api.name()).isEqualTo(6);
      assertThat(sum.hitRate()).as(api.name()).isBetween(0.4, 0.8);
      assertThat(sum.firstTokenNanos()).as(api.name()).isPositive();
    }
  }

  @Test
  void aConversationOnOneCacheReadsAllButItsNewestTurn() throws Exception {
    Map<Api, DemoTotals> one = play(1, () -> {});
    Map<Api, DemoTotals> three = play(3, () -> {});

    assertThat(one.values()).allMatch(totals -> totals.cacheRead() == 0);
    assertThat(three.values()).allMatch(totals -> totals.cacheRead() > 0);
  }

  @Test
  void costCountsReadsAndWritesAtTheirPrices() {
    DemoTotals totals = new DemoTotals(1, 1_000_000, 500_000, 250_000, 0);

    assertThat(totals.inputCost(DemoSetup.PRICE))
        .isCloseTo(0.25 * 3 + 0.5 * 0.3 + 0.25 * 3.75, within(1e-9));
  }

  @Test
  void affinityWinsOnlyWhereHitsCostAndTimeAreAllBetter() {
    DemoTotals cold = new DemoTotals(10, 1000, 200, 0, 2000);
    DemoTotals warm = new DemoTotals(10, 1000, 800, 0, 1000);
    DemoTotals slow = new DemoTotals(10, 1000, 800, 0, 3000);

    assertThat(report(cold, warm).affinityWins()).isTrue();
    assertThat(report(warm, cold).affinityWins()).isFalse();
    assertThat(report(cold, slow).affinityWins()).isFalse();
    assertThat(report(cold, cold).affinityWins()).isFalse();
    assertThat(report(cold, warm).table()).contains("80.0 %").contains("+60.0 points");
  }

  @Test
  void progressIsALineEachQuarterOffATerminal() {
    StringWriter plain = new StringWriter();
    DemoProgress progress = new DemoProgress(new PrintWriter(plain), false, 8);
    for (int i = 0; i < 8; i++) {
      progress.step();
    }

    assertThat(plain.toString().lines())
        .containsExactly("2 of 8 turns", "4 of 8 turns", "6 of 8 turns", "8 of 8 turns");
  }

  private Map<Api, DemoTotals> play(int turns, Runnable onTurn) throws Exception {
    Simulator simulator =
        Simulator.start(vertx, SimulatorConfig.DEFAULTS)
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
    DemoClient client = new DemoClient(vertx, simulator.origin(), "m");
    return new DemoRun(client, 2, turns, onTurn)
        .play(true)
        .toCompletionStage()
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  private static DemoReport report(DemoTotals without, DemoTotals with) {
    return new DemoReport(Map.of(Api.CHAT, without), Map.of(Api.CHAT, with), DemoSetup.PRICE);
  }
}
