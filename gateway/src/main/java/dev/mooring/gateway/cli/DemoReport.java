package dev.mooring.gateway.cli;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ModelConfig.Price;
import java.util.Locale;
import java.util.Map;

/**
 * What the demo found.
 *
 * @param without by API, with every turn sent wherever the weights drew
 * @param with by API, with session affinity
 */
record DemoReport(Map<Api, DemoTotals> without, Map<Api, DemoTotals> with, Price price) {
  private static final String ROW = "%-18s %14s %14s %16s%n";

  /** Whether affinity was better in cache hits, cost and time to the first token. */
  boolean affinityWins() {
    DemoTotals before = sum(without);
    DemoTotals after = sum(with);
    return after.hitRate() > before.hitRate()
        && after.inputCost(price) < before.inputCost(price)
        && after.meanFirstTokenMillis() < before.meanFirstTokenMillis();
  }

  /** The findings as a table. */
  String table() {
    StringBuilder table = new StringBuilder();
    for (Api api : Api.spoken()) {
      section(
          table,
          api.path(),
          without.getOrDefault(api, DemoTotals.NONE),
          with.getOrDefault(api, DemoTotals.NONE));
    }
    section(table, "all three", sum(without), sum(with));
    return table.toString();
  }

  private void section(StringBuilder table, String name, DemoTotals before, DemoTotals after) {
    double costBefore = before.inputCost(price);
    double costAfter = after.inputCost(price);
    double saved = costBefore == 0 ? 0 : 1 - costAfter / costBefore;
    table.append(name).append(" (").append(after.turns()).append(" turns each)\n");
    table.append(row("", "cache hits", "input cost", "to first token"));
    table.append(row("without affinity", before));
    table.append(row("with affinity", after));
    table.append(
        row(
            "saving",
            text("%+.1f points", 100 * (after.hitRate() - before.hitRate())),
            text("%.1f %%", 100 * saved),
            text("%.1f ms", before.meanFirstTokenMillis() - after.meanFirstTokenMillis())));
    table.append('\n');
  }

  private String row(String name, DemoTotals totals) {
    return row(
        name,
        text("%.1f %%", 100 * totals.hitRate()),
        text("$%.4f", totals.inputCost(price)),
        text("%.1f ms", totals.meanFirstTokenMillis()));
  }

  private static String row(String name, String hits, String cost, String time) {
    return text(ROW, "  " + name, hits, cost, time);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static DemoTotals sum(Map<Api, DemoTotals> totals) {
    return totals.values().stream().reduce(DemoTotals.NONE, DemoTotals::plus);
  }
}
