package dev.mooring.store.redis;

import dev.mooring.affinity.kit.LimitStoreContract;
import dev.mooring.affinity.limit.LimitStore;
import org.jspecify.annotations.Nullable;

/** The kit's rules of limits, on one deployment of Redis. */
abstract class LimitRules extends LimitStoreContract {
  private final RedisServer server;
  private @Nullable LimitStore other;

  LimitRules(RedisServer server) {
    this.server = server;
  }

  @Override
  protected LimitStore newLimitStore() {
    return server.store().limits();
  }

  @Override
  protected LimitStore otherNode(LimitStore one) {
    if (other == null) {
      other = server.store().limits();
    }
    return other;
  }
}
