package dev.mooring.gateway.evaluate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The findings as JSON. */
public final class ReportFile {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ReportFile() {}

  /** One document, with a line break at its end. */
  public static String of(Findings findings) {
    ObjectNode report = MAPPER.createObjectNode();
    report.put("seed", findings.seed()).put("turns", findings.turns());
    report.put("nodes", findings.nodes()).put("kept", findings.kept());
    var rows = report.putArray("rows");
    findings.rows().forEach(row -> fill(rows.addObject(), row));
    return report.toPrettyString() + "\n";
  }

  private static void fill(ObjectNode json, Findings.Row row) {
    Totals totals = row.totals();
    json.put("faults", row.faults()).put("policy", row.policy().id());
    json.put("inputTokens", totals.input()).put("cachedTokens", totals.cached());
    json.put("bestCachedTokens", row.best().cached());
    json.put("unboundBestCachedTokens", row.unbound().cached());
    json.put("hitRate", totals.hitRate()).put("shareOfBest", row.share());
    json.put("shareOfUnboundBest", row.unboundShare());
    json.put("costUsd", totals.usd()).put("savedUsd", row.savedUsd());
    json.put("bestCostUsd", row.best().usd()).put("agentSaving", row.agentSaving());
    json.put("meanFirstTokenMillis", totals.meanFirstToken().toMillis());
    json.put("p95FirstTokenMillis", totals.p95FirstToken().toMillis());
    json.put("turns", totals.turns()).put("brokenStreams", totals.broken());
    json.put("failed", totals.failed()).put("failedNeedlessly", totals.needless());
    ObjectNode moves = json.putObject("moves");
    totals.moves().forEach(moves::put);
  }
}
