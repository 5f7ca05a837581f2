package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.ClientKeyConfig;

/** What one client key may use: what is allowed and not denied (contract, section 2). */
record KeyRules(ClientKeyConfig key) {
  /** Whether it may use a model. */
  boolean model(String id) {
    return Globs.allow(key.models(), id) && !Globs.allow(key.denied().models(), id);
  }

  /** Whether it may use a provider. */
  boolean provider(String id) {
    return Globs.allow(key.providers(), id) && !Globs.allow(key.denied().providers(), id);
  }

  /** Whether it may use a configured credential. */
  boolean credential(String id) {
    return Globs.allow(key.credentials(), id) && !Globs.allow(key.denied().credentials(), id);
  }

  /** Whether it may use every configured credential. */
  boolean everyCredential() {
    return key.credentials() == null && key.denied().credentials().isEmpty();
  }
}
