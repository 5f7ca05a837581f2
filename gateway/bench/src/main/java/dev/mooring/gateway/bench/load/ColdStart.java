package dev.mooring.gateway.bench.load;

import java.util.List;
import java.util.Locale;

/** What the first half minute after a start costs, with every connection busy at once. */
final class ColdStart {
  private static final int WINDOW_SECONDS = 5;
  private static final int WINDOWS = 6;

  private final Subject subject;
  private final Measuring measuring;

  ColdStart(Stage stage, Measuring measuring) {
    Mooring node = stage.memory(List.of());
    Endpoint endpoint = node.explicit(GatewayFile.PLAIN);
    // Without a probe, which would look into the JVM between two windows.
    this.subject =
        new Subject("mooring", "mooring", endpoint, endpoint, node.program().pid(), null);
    this.measuring = measuring;
  }

  /** Runs, and tells in Markdown. */
  void run() {
    System.out.println("| s | req/s | CPU µs/req |\n|---|---|---|");
    for (int window = 1; window <= WINDOWS; window++) {
      Sample sample = measuring.busy(subject, Shape.UNARY_2K, WINDOW_SECONDS, Wrk.SESSIONS);
      System.out.printf(
          Locale.ROOT,
          "| %d | %.0f | %.0f |%n",
          window * WINDOW_SECONDS,
          sample.get(Metric.REQUESTS).orElse(0),
          sample.get(Metric.CPU).orElse(0));
    }
  }
}
