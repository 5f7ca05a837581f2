package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.evaluate.TurnResult.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one run added up to. Used on one thread. */
final class Tally {
  private final Map<String, Long> moves = new TreeMap<>();
  private final List<Long> firstTokens = new ArrayList<>();
  private final Map<ClientKind, Double> costs = new TreeMap<>();
  private long turns;
  private long failed;
  private long needless;
  private long broken;
  private Usage usage = Usage.NONE;

  /** A turn was answered. */
  void answered(Turn turn, TurnResult.Answered answer, Price price) {
    turns++;
    usage = usage.plus(answer.usage());
    firstTokens.add(answer.firstToken().toMillis());
    costs.merge(turn.client(), usd(answer.usage(), turn.outputTokens(), price), Double::sum);
  }

  /** A conversation was served elsewhere than the turn before of the same model. */
  void moved(String reason) {
    moves.merge(reason, 1L, Long::sum);
  }

  /**
   * A turn got nothing but errors.
   *
   * @param needlessly whether some account served all that time
   */
  void failed(boolean needlessly) {
    turns++;
    failed++;
    needless += needlessly ? 1 : 0;
  }

  /** A stream broke after it had begun. */
  void broke() {
    broken++;
  }

  /** The totals. */
  Totals totals() {
    List<Long> sorted = firstTokens.stream().sorted().toList();
    return new Totals(
        turns,
        failed,
        needless,
        broken,
        usage.total() * World.SCALE,
        usage.read() * World.SCALE,
        Map.copyOf(costs),
        Duration.ofMillis(
            Math.round(sorted.stream().mapToLong(Long::longValue).average().orElse(0))),
        Duration.ofMillis(sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) * 95 / 100)),
        new TreeMap<>(moves));
  }

  /** What an answer costs. */
  static double usd(Usage usage, int outputTokens, Price price) {
    Double read = price.cacheRead();
    Double write = price.cacheWrite();
    long fresh = usage.total() - usage.read() - usage.written();
    double input =
        usage.read() * (read == null ? price.input() : read)
            + usage.written() * (write == null ? price.input() : write)
            + fresh * price.input();
    return (input * World.SCALE + outputTokens * price.output()) / 1e6;
  }
}
