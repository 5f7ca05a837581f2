package dev.mooring.gateway.api;

import java.util.List;
import java.util.function.Consumer;

/** Cuts an event stream into its events. */
@SuppressWarnings("DoNotCallSuggester")
public final class SseSplitter {
  /**
   * @param maxEventBytes the most bytes that one event may have
   */
  public SseSplitter(int maxEventBytes) {
    throw new UnsupportedOperationException("" + maxEventBytes);
  }

  /**
   * Takes the next bytes; each event that they complete is handed on.
   *
   * @throws MalformedAnswerException when an event is larger than allowed
   */
  public void feed(byte[] chunk, Consumer<SseEvent> events) {
    throw new UnsupportedOperationException("" + chunk.length + events);
  }

  /** Takes the next bytes and returns the events that they complete. */
  public List<SseEvent> feed(byte[] chunk) {
    throw new UnsupportedOperationException("" + chunk.length);
  }

  /** Whether an incomplete event is held. */
  public boolean pending() {
    throw new UnsupportedOperationException();
  }
}
