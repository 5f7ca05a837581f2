package dev.mooring.gateway.api;

/** A member of a JSON object: its decoded name, where it begins, and where its value stands. */
record Member(String name, int start, Range value) {

  /** From the name's first byte to the value's last. */
  Range whole() {
    return new Range(start, value.end());
  }
}
