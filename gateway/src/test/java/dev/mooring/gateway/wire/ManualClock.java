package dev.mooring.gateway.wire;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves when it is told to. */
public final class ManualClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-11-29T12:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves on. */
  public void advance(Duration by) {
    now = now.plus(by);
  }
}
