package dev.mooring.gateway.http;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.routing.Caller;

/** Who sends a request, as far as its headers prove it. */
sealed interface Identity {
  /** Somebody who may call. */
  record Known(Caller caller) implements Identity {}

  /** Nobody, or somebody whose key does not serve. */
  record Refused(ApiError error) implements Identity {}
}
