package dev.mooring.store.redis;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock that a test turns, and the tasks that wait for it. */
final class FakeLater implements Later, InstantSource {
  private record Task(Instant at, Runnable action) {}

  private final List<Task> tasks = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public void run(Duration delay, Runnable task) {
    tasks.add(new Task(now.plus(delay), task));
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Turns the clock and runs what becomes due, in its order. */
  void pass(Duration time) {
    Instant end = now.plus(time);
    while (true) {
      Task next =
          tasks.stream()
              .filter(task -> !task.at().isAfter(end))
              .min(Comparator.comparing(Task::at))
              .orElse(null);
      if (next == null) {
        break;
      }
      tasks.remove(next);
      now = next.at();
      next.action().run();
    }
    now = end;
  }
}
