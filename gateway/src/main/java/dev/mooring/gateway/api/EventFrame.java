package dev.mooring.gateway.api;

/** A frame of Amazon's event stream. */
public sealed interface EventFrame {

  /**
   * An event.
   *
   * @param type its type, for example {@code contentBlockDelta}
   * @param payload a JSON object; not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by none
  record Event(String type, byte[] payload) implements EventFrame {
    /** Gives the length only: the payload is what people say. */
    @Override
    public String toString() {
      return "Event[type=" + type + ", bytes=" + payload.length + "]";
    }
  }

  /** An error in place of the events that would have followed. */
  record Failed(UpstreamError error) implements EventFrame {}
}
