package dev.mooring.gateway.simulator;

/** Whether a request is let in. */
sealed interface Access {

  /** It is, as this credential. */
  record Granted(SimulatedCredential credential) implements Access {}

  /** It is not. */
  record Denied(ApiError error) implements Access {}
}
