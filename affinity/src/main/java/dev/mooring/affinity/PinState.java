package dev.mooring.affinity;

/** What a store knows of one session and model. */
public sealed interface PinState {
  /** There is a pin in force. */
  record Pinned(Pin pin) implements PinState {}

  /** There was a pin, and it expired within the last 24 hours. */
  record Expired() implements PinState {}

  /** There is none, or it was removed, or evicted. */
  record Absent() implements PinState {}

  /** The one {@link Absent}. */
  PinState ABSENT = new Absent();

  /** The one {@link Expired}. */
  PinState EXPIRED = new Expired();
}
