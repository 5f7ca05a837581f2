package dev.mooring.gateway.api;

import org.jspecify.annotations.Nullable;

/** One event of an event stream, as the bytes it came in. */
@SuppressWarnings("DoNotCallSuggester")
public final class SseEvent {
  SseEvent() {}

  /** The array that holds the event. */
  public byte[] array() {
    throw new UnsupportedOperationException();
  }

  /** Where the event begins in its array. */
  public int offset() {
    throw new UnsupportedOperationException();
  }

  /** The bytes of the event, its blank line included. */
  public int length() {
    throw new UnsupportedOperationException();
  }

  /** A copy of the event's bytes, its blank line included. */
  public byte[] bytes() {
    throw new UnsupportedOperationException();
  }

  /** The {@code event:} field, or null. */
  public @Nullable String event() {
    throw new UnsupportedOperationException();
  }

  /** The data, its lines joined; empty where the event has none. */
  public byte[] data() {
    throw new UnsupportedOperationException();
  }

  /** Whether the event has neither a name nor data. */
  public boolean isComment() {
    throw new UnsupportedOperationException();
  }
}
