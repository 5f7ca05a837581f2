package dev.mooring.gateway.api;

/** Where a request says its model and whether its answer streams, and nothing else is special. */
public enum PlainShape implements BodyShape {
  /** In the body, by {@code model} and {@code stream}. */
  IN_BODY,
  /** In the path; the format's bodies have no such fields. */
  IN_PATH
}
