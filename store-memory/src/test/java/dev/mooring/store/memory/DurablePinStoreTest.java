package dev.mooring.store.memory;

import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Retention;
import dev.mooring.affinity.kit.PinStoreContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.io.TempDir;

/** The kit's rules of pins, with a restart before every read. */
class DurablePinStoreTest extends PinStoreContract {
  private static final long PLENTY = 1L << 40;

  @TempDir Path folder = Path.of("");

  private final TestClock clock = new TestClock();
  private int stores;

  @Override
  protected PinStore newStore(int maxModels) {
    return new Restarting(
        new DurableStore.Settings(
            folder.resolve("sessions-" + ++stores + ".db"),
            maxModels,
            PLENTY,
            PLENTY,
            Retention.DEFAULT),
        clock);
  }

  @Override
  protected Duration shortLife() {
    return Duration.ofSeconds(1);
  }

  @Override
  protected void awaitExpiry() {
    clock.advance(shortLife());
  }

  @Override
  protected boolean elapse(Duration duration) {
    clock.advance(duration);
    return true;
  }

  /** A store that is closed and opened again before every read. */
  private static final class Restarting implements PinStore {
    private final DurableStore.Settings settings;
    private final TestClock clock;
    private DurableStore store;

    Restarting(DurableStore.Settings settings, TestClock clock) {
      this.settings = settings;
      this.clock = clock;
      this.store = DurableStore.open(settings, clock);
    }

    @Override
    public synchronized CompletionStage<List<PinState>> read(
        SessionKey session, List<String> models) {
      store.close();
      store = DurableStore.open(settings, clock);
      return store.pins().read(session, models);
    }

    @Override
    public synchronized CompletionStage<PinWrite.Result> write(PinWrite write) {
      return store.pins().write(write);
    }

    @Override
    public synchronized void close() {
      store.close();
    }
  }
}
