package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of limits under Sentinel. */
class LimitsOnSentinelTest extends LimitRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SENTINEL);

  LimitsOnSentinelTest() {
    super(SERVER);
  }
}
