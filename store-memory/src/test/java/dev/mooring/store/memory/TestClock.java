package dev.mooring.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when it is told to. */
final class TestClock implements InstantSource {
  private final AtomicLong millis = new AtomicLong(1_760_000_000_000L);

  void advance(Duration duration) {
    millis.addAndGet(duration.toMillis());
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis.get());
  }
}
