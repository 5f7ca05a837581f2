package dev.mooring.gateway.routing;

/** How well a credential serves a model at present, best first (contract, section 5, "Health"). */
public enum Condition {
  /** Nothing is known against it. */
  HEALTHY,
  /** It serves, but badly of late; it is not left, only not chosen anew where there are better. */
  DEGRADED,
  /** It is not worth trying before all others. */
  DOWN;

  /** The better of two. */
  Condition better(Condition other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
