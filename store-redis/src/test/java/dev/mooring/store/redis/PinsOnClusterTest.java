package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of pins on a cluster of three primaries. */
class PinsOnClusterTest extends PinRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.CLUSTER);

  PinsOnClusterTest() {
    super(SERVER);
  }
}
