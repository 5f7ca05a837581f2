package dev.mooring.gateway.config;

import java.time.Duration;

/**
 * How long the record keeps what it is told.
 *
 * @param events routing events, from when they happened
 * @param sessions sessions, from their last use
 */
public record RetentionConfig(Duration events, Duration sessions) {
  /** Every default. */
  static final RetentionConfig DEFAULT =
      new RetentionConfig(Defaults.EVENTS_KEPT, Defaults.SESSIONS_KEPT);
}
