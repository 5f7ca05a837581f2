package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import io.vertx.core.MultiMap;

/**
 * A request that was read and whose caller is known.
 *
 * @param id our id for it, {@code req_…}
 * @param uri the path and query as they came
 * @param headers the caller's headers
 * @param envelope what its body says
 * @param catalog the configuration that it began with, and keeps
 */
public record Inbound(
    String id,
    Operation operation,
    String uri,
    MultiMap headers,
    Caller caller,
    Envelope envelope,
    Catalog catalog) {

  /** The upstream path: the route, with the caller's query. */
  String upstreamPath() {
    int query = uri.indexOf('?');
    return query < 0 ? operation.path() : operation.path() + uri.substring(query);
  }

  /** A header's first value, trimmed; null when it is absent or blank. */
  @org.jspecify.annotations.Nullable
  String header(String name) {
    for (String value : headers.getAll(name)) {
      if (!value.isBlank()) {
        return value.strip();
      }
    }
    return null;
  }
}
