package dev.mooring.store.memory;

import dev.mooring.affinity.SessionRecord.Retention;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Durable stores for tests. */
final class Durable {
  private static final long PLENTY = 1L << 40;

  private Durable() {}

  static DurableStore.Settings settings(Path file) {
    return new DurableStore.Settings(file, 8, PLENTY, PLENTY, Retention.DEFAULT);
  }

  static DurableStore open(Path file, TestClock clock) {
    return DurableStore.open(settings(file), clock);
  }

  /** Waits until everything issued so far is in the file, or has failed to get there. */
  static void settle(DurableStore store) {
    get(store.writer().read(tables -> true));
  }

  /** Deletes what has been kept long enough. */
  static void forget(DurableStore store) {
    get(
        store
            .writer()
            .read(
                tables -> {
                  store.writer().forget(tables);
                  return true;
                }));
  }

  static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
