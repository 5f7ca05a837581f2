package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of issuers on one server. */
class IssuersOnOneServerTest extends IssuerRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  IssuersOnOneServerTest() {
    super(SERVER);
  }
}
