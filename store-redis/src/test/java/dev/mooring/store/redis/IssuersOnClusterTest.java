package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of issuers on a cluster of three primaries. */
class IssuersOnClusterTest extends IssuerRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.CLUSTER);

  IssuersOnClusterTest() {
    super(SERVER);
  }
}
