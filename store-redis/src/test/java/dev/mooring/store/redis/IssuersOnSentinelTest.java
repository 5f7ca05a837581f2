package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of issuers under Sentinel. */
class IssuersOnSentinelTest extends IssuerRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SENTINEL);

  IssuersOnSentinelTest() {
    super(SERVER);
  }
}
