package dev.mooring.gateway.api;

import dev.mooring.affinity.Sha256;
import java.util.List;

/** The items of a conversation that only one account or provider can read, in their order. */
public final class StrippableState {
  private final byte[] body;
  private final List<Range> items;

  StrippableState(byte[] body, List<Range> items) {
    this.body = body;
    this.items = items;
  }

  /** How many there are. */
  public int count() {
    return items.size();
  }

  /** The SHA-256 of an item as it came, 64 lower-case hex characters. */
  public String hash(int item) {
    Range range = items.get(item);
    return Sha256.hex(body, range.start(), range.end());
  }
}
