package dev.mooring.gateway.api;

/** A range of bytes in a text: from its first byte to the first after it. */
record Range(int start, int end) {

  /** The number of bytes. */
  int length() {
    return end - start;
  }
}
