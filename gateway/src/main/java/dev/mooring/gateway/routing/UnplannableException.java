package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;

/** A request for which there is no plan; carries the answer to its caller. */
public final class UnplannableException extends RuntimeException {
  private final transient ApiError error;

  /** Says no with an error of ours. */
  public UnplannableException(ApiError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  /** The answer to the caller. */
  public ApiError error() {
    return error;
  }
}
