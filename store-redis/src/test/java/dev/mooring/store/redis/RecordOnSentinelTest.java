package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of the record under Sentinel. */
class RecordOnSentinelTest extends RecordRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SENTINEL);

  RecordOnSentinelTest() {
    super(SERVER);
  }
}
