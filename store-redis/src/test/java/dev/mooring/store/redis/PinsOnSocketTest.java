package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of pins through a Unix socket, as an ACL user. */
class PinsOnSocketTest extends PinRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SOCKET);

  PinsOnSocketTest() {
    super(SERVER);
  }
}
