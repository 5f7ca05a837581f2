package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of limits on one server. */
class LimitsOnOneServerTest extends LimitRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  LimitsOnOneServerTest() {
    super(SERVER);
  }
}
