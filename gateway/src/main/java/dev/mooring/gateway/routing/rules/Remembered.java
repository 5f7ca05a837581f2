package dev.mooring.gateway.routing.rules;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What was found for each key, for a bounded number of keys. Safe for many threads. */
final class Remembered<K, V> {
  /** How many keys are remembered; past it all are forgotten. */
  static final int MOST = 4096;

  private final Map<K, V> found = new ConcurrentHashMap<>();

  /** What was found for a key, or is found now. */
  V get(K key, Supplier<V> find) {
    V known = found.get(key);
    if (known != null) {
      return known;
    }
    if (found.size() >= MOST) {
      found.clear();
    }
    V value = find.get();
    found.put(key, value);
    return value;
  }

  /** How many keys are remembered now. */
  int size() {
    return found.size();
  }
}
