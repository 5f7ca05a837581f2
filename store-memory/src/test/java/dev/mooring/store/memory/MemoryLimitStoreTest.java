package dev.mooring.store.memory;

import dev.mooring.affinity.kit.LimitStoreContract;
import dev.mooring.affinity.limit.LimitStore;
import java.time.Duration;

/** The rules of limits, in the process. */
class MemoryLimitStoreTest extends LimitStoreContract {
  private final TestClock clock = new TestClock();

  @Override
  protected LimitStore newLimitStore() {
    return new MemoryLimitStore(clock);
  }

  @Override
  protected boolean elapse(Duration duration) {
    clock.advance(duration);
    return true;
  }
}
