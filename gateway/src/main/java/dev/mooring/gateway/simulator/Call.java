package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;

/** A request that is authenticated and understood. */
@SuppressWarnings("ArrayRecordComponent") // handed on, compared by none
record Call(
    HttpServerRequest request,
    Exchange exchange,
    Dialect dialect,
    SimulatedCredential credential,
    ObjectNode body,
    byte[] bytes,
    String model,
    boolean streamed) {

  /** The cache scope of the credential. */
  String scope() {
    return credential.key().cacheScope();
  }
}
