package dev.mooring.gateway.simulator;

import dev.mooring.gateway.simulator.Vendor.Denial;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collection;
import java.util.List;

/** The credentials of a simulator, to be found by what a request shows. */
final class KeyRing {
  private final List<SimulatedCredential> credentials;
  private final boolean acceptAnyKey;

  /**
   * @param acceptAnyKey whether whatever is shown, and nothing, is the first credential
   */
  KeyRing(Collection<SimulatedCredential> credentials, boolean acceptAnyKey) {
    this.credentials = List.copyOf(credentials);
    this.acceptAnyKey = acceptAnyKey;
  }

  /** Lets a request in, or does not. */
  Access admit(Vendor vendor, HttpServerRequest request, byte[] body) {
    Presented presented = vendor.presented(request);
    for (SimulatedCredential credential : credentials) {
      if (names(credential.key(), presented)) {
        return holds(credential.key(), presented, request, body)
            ? new Access.Granted(credential)
            : new Access.Denied(vendor.denied(Denial.WRONG_SIGNATURE));
      }
    }
    if (acceptAnyKey) {
      return new Access.Granted(credentials.get(0));
    }
    return new Access.Denied(
        vendor.denied(presented.name().isEmpty() ? Denial.MISSING : Denial.UNKNOWN));
  }

  /** Lets a request in as the credential of an id, or else the first. */
  Access named(String id, Vendor vendor) {
    for (SimulatedCredential credential : credentials) {
      if (credential.id().equals(id)) {
        return new Access.Granted(credential);
      }
    }
    return credentials.isEmpty()
        ? new Access.Denied(vendor.denied(Denial.UNKNOWN))
        : new Access.Granted(credentials.get(0));
  }

  private static boolean names(SimulatedKey key, Presented presented) {
    return presented instanceof Presented.Signed
        ? key.awsAccessKey().equals(presented.name())
        : key.apiKey().equals(presented.name());
  }

  private static boolean holds(
      SimulatedKey key, Presented presented, HttpServerRequest request, byte[] body) {
    String secret = key.awsSecretKey();
    return !(presented instanceof Presented.Signed signed)
        || secret == null
        || signed.signature().isOf(secret, request, body);
  }
}
