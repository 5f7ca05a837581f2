package dev.mooring.gateway.provider;

import dev.mooring.gateway.api.Pieces;
import dev.mooring.gateway.config.CredentialConfig;
import io.vertx.core.MultiMap;

/**
 * A request that is about to be sent, for a provider to authorize.
 *
 * @param method the HTTP method
 * @param target the request target: path and query
 * @param headers the outgoing headers, free of the caller's credentials; authorizing adds to them
 * @param body the very bytes that are sent; not to be changed
 * @param credential the account to send it on
 */
public record UpstreamRequest(
    String method, String target, MultiMap headers, Pieces body, CredentialConfig credential) {

  /** Gives method and target only: headers and body hold what is secret. */
  @Override
  public String toString() {
    return "UpstreamRequest[" + method + " " + target + "]";
  }
}
