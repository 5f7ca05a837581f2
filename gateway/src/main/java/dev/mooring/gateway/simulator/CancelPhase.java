package dev.mooring.gateway.simulator;

/** How far an answer had come when its client went away. */
public enum CancelPhase {
  /** No byte of the answer was sent. */
  BEFORE_HEAD,
  /** The head was sent, nothing of the body. */
  BEFORE_BODY,
  /** A part of the body was sent. */
  IN_BODY
}
