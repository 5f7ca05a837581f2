package dev.mooring.store.redis;

import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.kit.SessionRecordContract;
import java.time.Instant;

/** The kit's rules of the record, on one deployment of Redis. */
abstract class RecordRules extends SessionRecordContract {
  private final RedisServer server;

  RecordRules(RedisServer server) {
    this.server = server;
  }

  @Override
  protected SessionRecord newRecord() {
    return server.store().record();
  }

  @Override
  protected Instant now() {
    return Instant.now();
  }
}
