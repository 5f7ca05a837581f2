package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.evaluate.TurnResult.Holder;
import dev.mooring.gateway.evaluate.TurnResult.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle against trying every way there is. */
final class OracleTest {
  private static final Map<String, Price> PRICES = World.prices();

  @ParameterizedTest
  @ValueSource(strings = {"claude-sonnet-5", "gpt-5.5"})
  void oneConversationsBestIsTheBestOfAllWays(String model) {
    for (int seed = 0; seed < 150; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Turn> turns = conversation(random, model, "lane");
      FaultScript faults = faults(random, model);
      Oracle.Best best = new Oracle(faults, Map.of(), PRICES).best(planned(turns));
      EveryWay every = new EveryWay(faults);
      every.go(turns, 0, new ArrayList<>(), 0, 0);

      assertThat(best.cached()).as("seed %d", seed).isEqualTo(every.mostCached * World.SCALE);
      assertThat(best.usd()).as("seed %d", seed).isCloseTo(every.leastUsd, within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude-sonnet-5", "gpt-5.5"})
  void noWayOfTwoConversationsThatShareTheirInstructionsIsBetter(String model) {
    for (int seed = 0; seed < 60; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Turn> turns = new ArrayList<>(conversation(random, model, "one").subList(0, 3));
      turns.addAll(conversation(random, model, "two").subList(0, 3));
      Traffic traffic = Traffic.of(turns);
      FaultScript faults = faults(random, model);
      Oracle.Best best = new Oracle(faults, Map.of(), PRICES).best(planned(traffic.turns()));
      EveryWay every = new EveryWay(faults);
      every.go(traffic.turns(), 0, new ArrayList<>(), 0, 0);

      assertThat(best.cached()).as("seed %d", seed).isGreaterThanOrEqualTo(every.mostCached * 16);
      assertThat(best.usd()).as("seed %d", seed).isLessThanOrEqualTo(every.leastUsd + 1e-9);
    }
  }

  private static List<Arrival> planned(List<Turn> turns) {
    return turns.stream().map(Arrival::planned).toList();
  }

  /** Six turns, now and then compacted, with pauses from seconds to past the lifetime. */
  private static List<Turn> conversation(SplittableRandom random, String model, String lane) {
    List<Turn> turns = new ArrayList<>();
    List<Block> prompt = new ArrayList<>(List.of(new Block("rules", 2000)));
    long millis = random.nextInt(20_000);
    for (int i = 0; i < 6; i++) {
      prompt.add(new Block(lane.charAt(0) + "q" + i, 320 * random.nextInt(1, 30)));
      turns.add(
          new Turn(
              Duration.ofMillis(millis),
              lane,
              lane,
              ClientKind.AGENT,
              model,
              List.copyOf(prompt),
              100));
      prompt.add(new Block(lane.charAt(0) + "a" + i, 320));
      if (random.nextInt(6) == 0) {
        prompt = new ArrayList<>(List.of(prompt.get(0), prompt.get(prompt.size() - 1)));
      }
      millis += 20_000 + random.nextInt(random.nextInt(4) == 0 ? 700_000 : 100_000);
    }
    return turns;
  }

  /** Outages of a minute or for good, never of all accounts at once for long. */
  private static FaultScript faults(SplittableRandom random, String model) {
    List<Outage> outages = new ArrayList<>();
    List<Holder> accounts = World.accounts(model);
    for (int i = 0; i < 3; i++) {
      Holder account = accounts.get(random.nextInt(accounts.size() - 1));
      Duration from = Duration.ofSeconds(random.nextInt(600));
      Duration length = Duration.ofSeconds(random.nextBoolean() ? 4 : 60 + random.nextInt(400));
      outages.add(
          new Outage(
              random.nextInt(3) == 0 ? Outage.Kind.SILENT : Outage.Kind.RATE_LIMIT,
              account.provider(),
              account.account(),
              from,
              from.plus(length)));
    }
    return new FaultScript("random", outages, List.of(), List.of());
  }

  /** Every choice of accounts, each replayed on caches that hold every prefix by itself. */
  private static final class EveryWay {
    private final FaultScript faults;
    private long mostCached;
    private double leastUsd = Double.MAX_VALUE;

    private EveryWay(FaultScript faults) {
      this.faults = faults;
    }

    private record Served(Turn turn, Holder account, long at, long end) {}

    private void go(List<Turn> turns, int next, List<Served> before, long cached, double usd) {
      if (next == turns.size()) {
        mostCached = Math.max(mostCached, cached);
        leastUsd = Math.min(leastUsd, usd);
        return;
      }
      Turn turn = turns.get(next);
      for (Holder account : World.accounts(turn.model())) {
        long arrival = Math.max(turn.start().toMillis(), free(turn, before));
        long start = arrival;
        Optional<Duration> until = stopped(account, start);
        while (until.isPresent()) {
          start = until.get().toMillis();
          until = stopped(account, start);
        }
        Duration patience =
            faults.silent(turn.model(), Duration.ofMillis(arrival))
                ? BestCourse.SILENT_PATIENCE
                : BestCourse.PATIENCE;
        if (start - arrival > patience.toMillis()) {
          continue;
        }
        Usage usage = usage(turn, account, start, before);
        long end =
            start
                + World.firstToken((int) (usage.total() - usage.read())).toMillis()
                + World.generation(turn.outputTokens()).toMillis();
        before.add(new Served(turn, account, start, end));
        go(
            turns,
            next + 1,
            before,
            cached + usage.read(),
            usd
                + Tally.usd(
                    usage, turn.outputTokens(), Objects.requireNonNull(PRICES.get(turn.model()))));
        before.remove(before.size() - 1);
      }
    }

    /** When the turn before it in its conversation was over. */
    private static long free(Turn turn, List<Served> before) {
      return before.stream()
          .filter(served -> served.turn().lane().equals(turn.lane()))
          .mapToLong(Served::end)
          .max()
          .orElse(0);
    }

    private Optional<Duration> stopped(Holder account, long at) {
      return faults.stoppedUntil(account.provider(), account.account(), Duration.ofMillis(at));
    }

    /** What the caches give, each prefix looked up among all that was left and is still alive. */
    private static Usage usage(Turn turn, Holder account, long start, List<Served> before) {
      boolean claude = turn.model().startsWith("claude");
      Map<List<Block>, Long> until = new HashMap<>();
      for (Served served : before) {
        if (!served.account().equals(account) || served.at() + 600 > start) {
          continue;
        }
        List<Block> prompt = served.turn().prompt();
        for (int size = 1; size <= prompt.size(); size++) {
          if (!claude || size == 1 || size == prompt.size()) {
            until.merge(
                prompt.subList(0, size), served.at() + (claude ? 300_000 : 600_000), Math::max);
          }
        }
      }
      int total = text(turn.prompt());
      int read = 0;
      for (int size = 1; size <= turn.prompt().size(); size++) {
        List<Block> prefix = turn.prompt().subList(0, size);
        if (text(prefix) >= 64 && until.getOrDefault(prefix, 0L) > start) {
          read = text(prefix);
        }
      }
      return new Usage(total, read, claude ? total - read : 0);
    }

    private static int text(List<Block> blocks) {
      return blocks.stream().mapToInt(block -> World.text(block.tokens())).sum();
    }
  }
}
