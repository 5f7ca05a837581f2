package dev.mooring.gateway.admin;

import dev.mooring.affinity.RecordedSession;
import java.time.Instant;
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
    boolean active) {

  /** A session's row as it is at a time. */
  static SessionView of(RecordedSession row, Instant now) {
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
        row.active(now));
  }
}
