package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** One API as one vendor serves it: its paths, its requests, its rules, its answers. */
sealed interface Dialect permits GeneratingDialect, PlainDialect {

  /** The API. */
  SimulatedApi api();

  /** Who serves it. */
  Vendor vendor();

  /** The method of its requests. */
  default HttpMethod method() {
    return HttpMethod.POST;
  }

  /** What a path asks for; null where it is not for this dialect. */
  @Nullable Route route(HttpServerRequest request);

  /** Lets a request in, or does not. */
  default Access admit(KeyRing keys, HttpServerRequest request, byte[] body) {
    return keys.admit(vendor(), request, body);
  }

  /** The request that a body holds; null where it holds none. */
  default @Nullable ObjectNode read(byte[] body) {
    return Json.parseObject(body);
  }

  /** What is wrong with a request; null for nothing. */
  default @Nullable ApiError check(Call call, IssuedState issued) {
    return null;
  }
}
