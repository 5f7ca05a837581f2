package dev.mooring.store.redis;

import dev.mooring.affinity.limit.Counter;

/**
 * The names of the keys of limits. The team stands in braces, so that a cluster keeps all its
 * counters in one slot.
 *
 * @param prefix what every key begins with
 */
record LimitKeys(String prefix) {
  /** The uses of a counter. */
  String uses(String team, Counter counter) {
    return key(team, "used:", counter);
  }

  /** The reservations of a counter that are not settled. */
  String open(String team, Counter counter) {
    return key(team, "open:", counter);
  }

  private String key(String team, String kind, Counter counter) {
    return prefix
        + "limit:{"
        + team
        + "}:"
        + kind
        + counter.name()
        + ':'
        + counter.window().wireName();
  }
}
