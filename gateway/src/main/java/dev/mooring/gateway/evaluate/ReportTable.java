package dev.mooring.gateway.evaluate;

import java.util.Locale;
import java.util.stream.Collectors;

/** The findings as text. */
public final class ReportTable {
  private static final String ROW = "  %-24s %7s %9s %9s %10s %10s %8s %8s %7s %7s  %s%n";

  private ReportTable() {}

  /** A table for each script of faults, a line for each policy. */
  public static String of(Findings findings) {
    StringBuilder text = new StringBuilder();
    String faults = "";
    for (Findings.Row row : findings.rows()) {
      if (!row.faults().equals(faults)) {
        faults = row.faults();
        text.append(faults).append('\n');
        text.append(
            String.format(
                Locale.ROOT,
                ROW,
                "",
                "hits",
                "of best",
                "unbound",
                "cost USD",
                "saved USD",
                "mean",
                "p95",
                "broken",
                "failed",
                "moves"));
      }
      text.append(line(row));
    }
    return text.toString();
  }

  private static String line(Findings.Row row) {
    Totals totals = row.totals();
    String moves =
        totals.moves().entrySet().stream()
            .map(move -> move.getKey() + " " + move.getValue())
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        ROW,
        row.policy().words(),
        percent(totals.hitRate(), 1),
        percent(row.share(), 2),
        percent(row.unboundShare(), 2),
        number(totals.usd()),
        number(row.savedUsd()),
        seconds(totals.meanFirstToken().toMillis()),
        seconds(totals.p95FirstToken().toMillis()),
        totals.broken(),
        totals.failed() + (totals.needless() > 0 ? "!" + totals.needless() : ""),
        moves);
  }

  private static String percent(double share, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f %%", 100 * share);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.2f s", millis / 1000.0);
  }
}
