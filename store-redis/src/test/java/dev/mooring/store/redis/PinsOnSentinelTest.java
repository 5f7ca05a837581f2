package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of pins under Sentinel. */
class PinsOnSentinelTest extends PinRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SENTINEL);

  PinsOnSentinelTest() {
    super(SERVER);
  }
}
