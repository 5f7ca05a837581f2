package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of pins on one server. */
class PinsOnOneServerTest extends PinRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  PinsOnOneServerTest() {
    super(SERVER);
  }
}
