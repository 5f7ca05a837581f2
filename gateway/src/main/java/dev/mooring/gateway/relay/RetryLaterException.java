package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.ApiError;
import java.time.Duration;

/** A request that can be served, but not yet. */
final class RetryLaterException extends RuntimeException {
  private final transient ApiError error;
  private final Duration wait;

  RetryLaterException(ApiError error, Duration wait) {
    super(error.message(), null, false, false);
    this.error = error;
    this.wait = wait;
  }

  ApiError error() {
    return error;
  }

  Duration waiting() {
    return wait;
  }
}
