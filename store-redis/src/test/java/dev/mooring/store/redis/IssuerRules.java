package dev.mooring.store.redis;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.kit.IssuerStoreContract;

/** The kit's rules of issuers, on one deployment of Redis. */
abstract class IssuerRules extends IssuerStoreContract {
  private final RedisServer server;

  IssuerRules(RedisServer server) {
    this.server = server;
  }

  @Override
  protected IssuerStore newIssuerStore() {
    return server.store().issuers();
  }

  @Override
  protected IssuerStore otherNode(IssuerStore one) {
    return server.store().issuers();
  }
}
