package dev.mooring.gateway.api;

import dev.mooring.affinity.Sha256;
import java.util.ArrayList;
import java.util.List;

/** The newest few string values of a text, kept as ranges and hashed only when asked for. */
final class NewestValues {
  private static final int KEPT = 4;

  private List<Range> ranges = List.of();

  /** Adds a value by the range of its JSON string; the oldest goes when there are too many. */
  void add(Range string) {
    List<Range> newest = new ArrayList<>(KEPT);
    newest.add(string);
    newest.addAll(ranges.subList(0, Math.min(ranges.size(), KEPT - 1)));
    ranges = newest;
  }

  /** Adds values that are newer. */
  void addAll(List<Range> newestFirst) {
    for (int i = newestFirst.size() - 1; i >= 0; i--) {
      add(newestFirst.get(i));
    }
  }

  /** The ranges, newest first; later additions make a list of their own. */
  List<Range> ranges() {
    return ranges;
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
