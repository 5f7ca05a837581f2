package dev.mooring.store.redis;

import java.time.Duration;

/** Runs something after a while, on a thread that must not be blocked. */
@FunctionalInterface
interface Later {
  /** Runs {@code task} once, {@code delay} from now; not at all once its owner is shut down. */
  void run(Duration delay, Runnable task);
}
