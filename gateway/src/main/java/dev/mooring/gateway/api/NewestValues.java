package dev.mooring.gateway.api;

import dev.mooring.affinity.Sha256;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The newest few string values of a text, kept as ranges and hashed only when asked for. */
final class NewestValues {
  private static final int KEPT = 4;

  private final Deque<Range> ranges = new ArrayDeque<>(KEPT + 1);

  /** Adds a value by the range of its JSON string; the oldest goes when there are too many. */
  void add(Range string) {
    ranges.addFirst(string);
    if (ranges.size() > KEPT) {
      ranges.removeLast();
    }
  }

  /** Whether there is no value. */
  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** The SHA-256 of each value, newest first. */
  List<String> hashes(byte[] text) {
    List<String> hashes = new ArrayList<>(ranges.size());
    for (Range range : ranges) {
      try (JsonCursor json = JsonCursor.of(text, range.start(), range.end())) {
        hashes.add(Sha256.hex(json.text()));
      }
    }
    return List.copyOf(hashes);
  }
}
