package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of limits on a cluster of three primaries. */
class LimitsOnClusterTest extends LimitRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.CLUSTER);

  LimitsOnClusterTest() {
    super(SERVER);
  }
}
