package dev.mooring.store.memory;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.SessionKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A pin as it was last written; after its expiry it stays for a while as the mark of it. */
final class PinEntry extends WriteOrder.Entry<PinEntry> {
  private static final long REMEMBERED = Duration.ofHours(24).toMillis();

  private final SessionKey session;
  private final String model;
  private final Pin pin;
  private final long expiresAt;

  /**
   * An entry that is in force until a time.
   *
   * @param expiresAt milliseconds since the epoch
   */
  PinEntry(SessionKey session, String model, Pin pin, long expiresAt) {
    super(session.hex(), model, pin.provider(), pin.upstreamModel(), pin.credential());
    this.session = session;
    this.model = model;
    this.pin = pin;
    this.expiresAt = expiresAt;
  }

  SessionKey session() {
    return session;
  }

  String model() {
    return model;
  }

  Pin pin() {
    return pin;
  }

  long expiresAt() {
    return expiresAt;
  }

  /** Whether the pin is in force. */
  boolean inForce(long now) {
    return now < expiresAt;
  }

  /** Whether even its expiry is no longer remembered. */
  boolean forgotten(long now) {
    return now >= expiresAt + REMEMBERED;
  }

  /** What a reader is told of an entry. */
  static PinState state(@Nullable PinEntry entry, long now) {
    if (entry == null || entry.forgotten(now)) {
      return PinState.ABSENT;
    }
    return entry.inForce(now) ? new PinState.Pinned(entry.pin) : PinState.EXPIRED;
  }
}
