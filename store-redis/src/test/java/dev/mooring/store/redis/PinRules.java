package dev.mooring.store.redis;

import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.kit.PinStoreContract;
import java.time.Duration;
import org.awaitility.Awaitility;

/** The kit's rules of pins, on one deployment of Redis. */
abstract class PinRules extends PinStoreContract {
  private static final Duration SHORT = Duration.ofMillis(500);

  private final RedisServer server;

  PinRules(RedisServer server) {
    this.server = server;
  }

  @Override
  protected PinStore newStore(int maxModels) {
    return server.store(server.settings().withMaxModels(maxModels)).pins();
  }

  @Override
  protected PinStore otherNode(PinStore first) {
    return server.store().pins();
  }

  @Override
  protected Duration shortLife() {
    return SHORT;
  }

  @Override
  protected void awaitExpiry() {
    long end = System.nanoTime() + SHORT.plusMillis(20).toNanos();
    Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> System.nanoTime() - end > 0);
  }
}
