package dev.mooring.gateway.admin;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.cache.CacheHistory;
import dev.mooring.gateway.config.ModelConfig.Price;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code Session} of the admin API. */
record SessionView(
    String session,
    @Nullable String sessionId,
    String model,
    String provider,
    String credential,
    String api,
    String assignedAt,
    String firstUsedAt,
    String lastUsedAt,
    long requests,
    long inputTokens,
    long cachedTokens,
    long outputTokens,
    long switches,
    @Nullable Double savedUsd,
    boolean active,
    Map<String, Long> misses,
    @Nullable Miss lastMiss) {

  private static final double MILLION = 1e6;

  /** {@code Miss} of the admin API. */
  record Miss(String reason, String time) {}

  /**
   * A session's row as it is at a time.
   *
   * @param price of its last model; null where it has none
   */
  static SessionView of(RecordedSession row, @Nullable Price price, Instant now) {
    return new SessionView(
        row.key().hex(),
        row.id(),
        row.assignment().model(),
        row.assignment().provider(),
        row.assignment().credential(),
        row.assignment().api(),
        row.assignedAt().toString(),
        row.firstUsed().toString(),
        row.lastUsed().toString(),
        row.requests(),
        row.tokens().input(),
        row.tokens().cached(),
        row.tokens().output(),
        row.switches(),
        price == null ? null : saved(row, price),
        row.active(now),
        misses(row.cache()),
        last(row.cache()));
  }

  private static Map<String, Long> misses(CacheHistory cache) {
    Map<String, Long> misses = new TreeMap<>();
    cache.misses().forEach((reason, count) -> misses.put(reason.wireName(), count));
    return misses;
  }

  private static @Nullable Miss last(CacheHistory cache) {
    CacheHistory.Last last = cache.last();
    return last == null ? null : new Miss(last.reason().wireName(), last.time().toString());
  }

  /** What reading the cache saved against the input price; what writing it cost is not counted. */
  private static double saved(RecordedSession row, Price price) {
    Double read = price.cacheRead();
    return read == null ? 0 : (double) row.tokens().cached() * (price.input() - read) / MILLION;
  }
}
