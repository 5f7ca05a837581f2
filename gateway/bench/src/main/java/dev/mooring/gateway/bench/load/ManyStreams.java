package dev.mooring.gateway.bench.load;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Many streams of long prompts at once, in little memory. */
final class ManyStreams {
  private static final int PROMPT_BYTES = 102_400;
  private static final double STARTS_PER_SECOND = 250;
  private static final int MOST_ROUNDS = 3;
  private static final int LOG_LINES = 20;

  private final Options options;
  private final Mooring node;
  private final PacedClient client;

  ManyStreams(Options options, Stage stage, PacedClient client) {
    this.options = options;
    this.client = client;
    this.node = stage.memory(List.of());
  }

  /** Runs; the exit code: 0 when every stream was whole. */
  int run() {
    System.out.println(
        "| round | streams | broken | first byte p50 ms | p99 ms | RSS peak MB | heap after GC MB |\n"
            + "|---|---|---|---|---|---|---|");
    long broken = 0;
    for (int round = 1; round <= Math.min(MOST_ROUNDS, options.rounds()); round++) {
      Latencies seen = client.run(load());
      broken += seen.errors();
      System.out.printf(
          Locale.ROOT,
          "| %d | %d | %d | %.1f | %.1f | %.0f | %.0f |%n",
          round,
          options.streams(),
          seen.errors(),
          seen.first().micros(50) / 1_000,
          seen.first().micros(99) / 1_000,
          ProcessStat.of(node.program().pid()).peakKb() / 1024.0,
          node.probe().liveBytes() / 1_048_576.0);
    }
    if (broken > 0) {
      List<String> log = node.program().log().lines().toList();
      log.subList(Math.max(0, log.size() - LOG_LINES), log.size()).forEach(Comparison::progress);
    }
    return broken == 0 ? 0 : 1;
  }

  private PacedLoad load() {
    Endpoint endpoint = node.explicit(GatewayFile.streaming(GatewayFile.PLAIN));
    RequestTemplate request =
        RequestTemplate.post(endpoint, ChatBody.of(endpoint.model(), PROMPT_BYTES, true));
    return new PacedLoad(
        endpoint.host(),
        endpoint.port(),
        List.of(new PacedLoad.Share(request, true, 1)),
        STARTS_PER_SECOND,
        Duration.ofMinutes(5),
        options.streams(),
        options.streams(),
        Duration.ofMinutes(2));
  }
}
