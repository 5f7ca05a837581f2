package dev.mooring.store.memory;

import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.kit.SessionRecordContract;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The kit's rules of the record, in the sessions file. */
class SqliteSessionRecordTest extends SessionRecordContract {
  @TempDir Path folder = Path.of("");

  private final TestClock clock = new TestClock();
  private @Nullable DurableStore store;

  @Override
  protected SessionRecord newRecord() {
    store = Durable.open(folder.resolve("sessions.db"), clock);
    return store.record();
  }

  @Override
  protected Instant now() {
    return clock.instant();
  }

  @Override
  protected boolean elapse(Duration duration) {
    clock.advance(duration);
    Durable.forget(store());
    return true;
  }

  @AfterEach
  void close() {
    store().close();
  }

  private DurableStore store() {
    if (store == null) {
      throw new IllegalStateException("store: not open");
    }
    return store;
  }
}
