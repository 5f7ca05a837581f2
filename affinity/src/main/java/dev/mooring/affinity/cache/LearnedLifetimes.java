package dev.mooring.affinity.cache;

import dev.mooring.affinity.cache.CacheFinding.Gap;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How long providers' caches last by what answers told, on this node and, where nodes share, on all
 * that run. Bounded, and safe for many threads.
 */
public final class LearnedLifetimes {
  /** The most caches whose gaps are kept; past it further ones are not. */
  static final int LIMIT = 256;

  private final ConcurrentHashMap<Cache, Gaps> own = new ConcurrentHashMap<>();
  private final Set<Cache> read = ConcurrentHashMap.newKeySet();
  private volatile Map<Cache, Gaps> merged = Map.of();
  private volatile boolean shared;

  /** Nothing is known at first. */
  public LearnedLifetimes() {}

  /**
   * A provider's cache of one model.
   *
   * @param upstreamModel the model as the provider names it
   * @param asked the lifetime that requests asked for; null for those that left it to the provider
   */
  public record Cache(String provider, String upstreamModel, @Nullable Duration asked) {}

  /**
   * Learns from a gap.
   *
   * @param provider whose cache it is
   * @param upstreamModel of which model
   * @return whether its cache was seen to be read for the first time
   */
  public boolean learn(String provider, String upstreamModel, Gap gap) {
    CacheUse before = gap.before();
    Cache cache = new Cache(provider, upstreamModel, before.asked() ? before.lifetime() : null);
    if (!own.containsKey(cache) && own.size() >= LIMIT) {
      return false;
    }
    boolean expired = gap.length().compareTo(before.lifetime()) > 0;
    own.compute(
        cache,
        (unused, counted) -> {
          Gaps gaps = counted == null ? new Gaps() : counted;
          gaps.add(gap.length(), gap.read(), expired);
          return gaps;
        });
    return gap.read() && read.add(cache);
  }

  /** Whether a cache was ever seen to be read, of requests that left its lifetime to it. */
  public boolean everRead(String provider, String upstreamModel) {
    Cache cache = new Cache(provider, upstreamModel, null);
    if (read.contains(cache)) {
      return true;
    }
    Gaps heard = merged.get(cache);
    return heard != null && heard.longestRead() != null;
  }

  /** What is known of a cache. */
  public Gaps of(Cache cache) {
    Gaps known = shared ? merged.get(cache) : copy(cache);
    return known == null ? new Gaps() : known;
  }

  /** What is known, of all caches. */
  public Map<Cache, Gaps> all() {
    return shared ? merged : own();
  }

  /** What this node has learned itself, to be told. */
  public Map<Cache, Gaps> own() {
    Map<Cache, Gaps> copies = new HashMap<>();
    for (Cache cache : own.keySet()) {
      Gaps copy = copy(cache);
      if (copy != null) {
        copies.put(cache, copy);
      }
    }
    return copies;
  }

  /**
   * Hears what all nodes have learned, this one among them. From then on this node goes by what it
   * hears, until it hears that it is alone again.
   */
  public void hear(List<Map<Cache, Gaps>> nodes) {
    Map<Cache, Gaps> all = new HashMap<>();
    for (Map<Cache, Gaps> node : nodes) {
      node.forEach(
          (cache, gaps) -> {
            if (all.size() < LIMIT || all.containsKey(cache)) {
              all.computeIfAbsent(cache, unused -> new Gaps()).add(gaps);
            }
          });
    }
    merged = Map.copyOf(all);
    shared = !nodes.isEmpty();
  }

  /** A copy of what this node counted, made while nobody counts. */
  private @Nullable Gaps copy(Cache cache) {
    Gaps[] copy = new Gaps[1];
    own.computeIfPresent(
        cache,
        (unused, counted) -> {
          copy[0] = counted.copy();
          return counted;
        });
    return copy[0];
  }
}
