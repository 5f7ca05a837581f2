package dev.mooring.gateway.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands until it is moved. */
final class SettableClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-11-29T12:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves on. */
  void advance(Duration duration) {
    now = now.plus(duration);
  }
}
