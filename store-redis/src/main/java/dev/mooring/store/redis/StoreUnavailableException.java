package dev.mooring.store.redis;

/** A call that was not made, because Redis is known to be away or a write waits its turn. */
public final class StoreUnavailableException extends RuntimeException {
  /** Carries no stack trace: it is thrown at every request while Redis is away. */
  StoreUnavailableException(String message) {
    super(message, null, false, false);
  }
}
