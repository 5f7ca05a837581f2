package dev.mooring.store.redis;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of the record on a cluster of three primaries. */
class RecordOnClusterTest extends RecordRules {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.CLUSTER);

  RecordOnClusterTest() {
    super(SERVER);
  }
}
