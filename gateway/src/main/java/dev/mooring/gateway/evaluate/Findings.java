package dev.mooring.gateway.evaluate;

import java.util.List;

/**
 * What an evaluation found.
 *
 * @param seed of everything that is drawn
 * @param turns of the traffic
 * @param nodes how many gateways served it
 * @param rows one for each script of faults and policy
 */
public record Findings(long seed, int turns, int nodes, List<Row> rows) {

  /**
   * One run, beside the best that could be got.
   *
   * @param faults the script's name
   * @param best for the same arrivals and outages, where conversations begin on the accounts that
   *     the weights draw
   * @param unbound the same, where they begin wherever is best
   * @param off the run of the same script without affinity
   */
  record Row(
      String faults,
      Policy policy,
      Totals totals,
      Oracle.Best best,
      Oracle.Best unbound,
      Totals off) {
    /** The share of the oracle's cached tokens, 0 to 1. */
    double share() {
      return best.cached() == 0 ? 1 : (double) totals.cached() / best.cached();
    }

    /** The same of the oracle that heeds no weights. */
    double unboundShare() {
      return unbound.cached() == 0 ? 1 : (double) totals.cached() / unbound.cached();
    }

    /** What is saved against affinity off, in USD. */
    double savedUsd() {
      return off.usd() - totals.usd();
    }

    /** What is saved of coding agents' cost, 0 to 1. */
    double agentSaving() {
      double before = off.costs().getOrDefault(ClientKind.AGENT, 0.0);
      return before == 0 ? 0 : 1 - totals.costs().getOrDefault(ClientKind.AGENT, 0.0) / before;
    }
  }

  /** The least share of the oracle's cached tokens that must be got where all is calm. */
  public static final double CALM_SHARE = 0.995;

  /** The least share under every script of faults. */
  public static final double FAULTY_SHARE = 0.97;

  /** The findings of the policy that the gateway ships with. */
  public List<Row> shipped() {
    return rows.stream().filter(row -> row.policy() == Policy.DEFAULT).toList();
  }

  /** Whether the gateway as shipped keeps what is promised, under each script. */
  public boolean kept() {
    return shipped().stream()
        .allMatch(
            row ->
                row.totals().needless() == 0
                    && row.share()
                        >= (row.faults().equals(FaultScript.CALM.name())
                            ? CALM_SHARE
                            : FAULTY_SHARE));
  }
}
