package dev.mooring.gateway.config;

/** Whom Google is asked for access tokens of. */
public sealed interface GoogleIdentity extends Identity {

  /** What the machine knows itself as: its environment, its user, its metadata server. */
  record Surroundings() implements GoogleIdentity {}

  /**
   * A service account.
   *
   * @param json its key file, which is secret
   */
  record ServiceAccount(String json) implements GoogleIdentity {
    @Override
    public String toString() {
      return "ServiceAccount[]";
    }
  }
}
