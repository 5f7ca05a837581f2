package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of the record on one server. */
class RecordOnOneServerTest extends RecordRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  RecordOnOneServerTest() {
    super(SERVER);
  }
}
