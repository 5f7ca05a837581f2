package dev.mooring.gateway.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts an event stream into its events, whatever chunks it comes in. No byte is decoded, changed or
 * lost: the events' bytes, one after the other, are the stream's. Lines may end in LF, CRLF or CR.
 *
 * <p>A blank line that ends in CR could be half a CRLF. It is waited for the byte after it, unless
 * the line before ended in CR alone, so that what an event is never depends on the chunks.
 */
public final class SseSplitter {
  private static final byte[] NOTHING = {};

  private final int maxEventBytes;
  private byte[] held = NOTHING;
  private int heldLength;
  private State state = State.LINE_START;
  private boolean bareReturns;

  /**
   * @param maxEventBytes the most bytes that one event may have
   */
  public SseSplitter(int maxEventBytes) {
    this.maxEventBytes = maxEventBytes;
  }

  /**
   * Takes the next bytes and hands on each event that they complete.
   *
   * @param chunk belongs to the events from here on: not to be changed any more
   * @throws MalformedAnswerException when an event is larger than allowed
   */
  public void feed(byte[] chunk, Consumer<SseEvent> events) {
    byte[] text = heldLength == 0 ? chunk : append(chunk);
    int from = heldLength;
    int end = heldLength + chunk.length;
    int eventStart = split(text, from, end, events);
    requireSize(end - eventStart);
    if (text == chunk || eventStart > 0) {
      held = Arrays.copyOfRange(text, eventStart, end);
    }
    heldLength = end - eventStart;
  }

  /** Takes the next bytes and returns the events that they complete. */
  public List<SseEvent> feed(byte[] chunk) {
    List<SseEvent> events = new ArrayList<>();
    feed(chunk, events::add);
    return events;
  }

  /**
   * The event that only the stream's end completes: one whose blank line ends in CR, or, whole in
   * its last line, has none; that is added. Null where there is none, or it is cut within a line.
   */
  public @Nullable SseEvent end() {
    if (heldLength == 0 || state == State.IN_LINE) {
      return null;
    }
    SseEvent event =
        switch (state) {
          case RETURN -> completed("\n\n");
          case LINE_START -> completed("\n");
          case BLANK_RETURN, IN_LINE -> completed("");
        };
    heldLength = 0;
    begin();
    return event;
  }

  /** Whether an event is held that the stream's end would cut short. */
  public boolean pending() {
    return heldLength > 0 && state == State.IN_LINE;
  }

  /** The event that is held, with more line ends. */
  private SseEvent completed(String lineEnds) {
    byte[] text = Arrays.copyOf(held, heldLength + lineEnds.length());
    System.arraycopy(
        lineEnds.getBytes(StandardCharsets.US_ASCII), 0, text, heldLength, lineEnds.length());
    return new SseEvent(text, 0, text.length);
  }

  /** Splits from a place on; where the event that is still incomplete begins. */
  private int split(byte[] text, int from, int end, Consumer<SseEvent> events) {
    int eventStart = 0;
    int at = from;
    while (at < end) {
      if (state == State.IN_LINE) {
        at = ByteSearch.lineEnd(text, at, end);
        if (at == end) {
          break;
        }
      }
      int eventEnd = step(text[at], at);
      if (eventEnd > eventStart) {
        requireSize(eventEnd - eventStart);
        begin();
        events.accept(new SseEvent(text, eventStart, eventEnd - eventStart));
        eventStart = eventEnd;
      }
      at = Math.max(at + (eventEnd == at ? 0 : 1), eventEnd);
    }
    return eventStart;
  }

  /** Takes one byte; the end of the event that it completes, or -1. */
  private int step(byte b, int at) {
    if (state == State.BLANK_RETURN) {
      return b == '\n' ? at + 1 : at;
    }
    if (state == State.RETURN) {
      state = State.LINE_START;
      if (b == '\n') {
        bareReturns = false;
        return -1;
      }
      bareReturns = true;
    }
    if (b == '\n') {
      return state == State.LINE_START ? at + 1 : lineFeed();
    }
    if (b == '\r') {
      return state == State.LINE_START ? blankReturn(at) : carriageReturn();
    }
    state = State.IN_LINE;
    return -1;
  }

  /** Notes a line that ended in LF. */
  private int lineFeed() {
    state = State.LINE_START;
    bareReturns = false;
    return -1;
  }

  /** Notes a line that ended in CR, or in CRLF. */
  private int carriageReturn() {
    state = State.RETURN;
    return -1;
  }

  /** Takes the CR of a blank line. */
  private int blankReturn(int at) {
    if (bareReturns) {
      return at + 1;
    }
    state = State.BLANK_RETURN;
    return -1;
  }

  /** Begins an event. */
  private void begin() {
    state = State.LINE_START;
    bareReturns = false;
  }

  /** Adds a chunk to what is held. */
  private byte[] append(byte[] chunk) {
    int length = heldLength + chunk.length;
    if (length > held.length) {
      held = Arrays.copyOf(held, Math.max(length, held.length * 2));
    }
    System.arraycopy(chunk, 0, held, heldLength, chunk.length);
    return held;
  }

  /** Refuses an event that is too large. */
  private void requireSize(int length) {
    if (length > maxEventBytes) {
      throw new MalformedAnswerException(
          "the provider's event is too large (expected: at most " + maxEventBytes + " bytes)");
    }
  }

  /** What came last. */
  private enum State {
    /** A line's end, or nothing yet. */
    LINE_START,
    /** A byte of a line. */
    IN_LINE,
    /** The CR that ended a line. */
    RETURN,
    /** The CR of a blank line, before which no line ended in CR alone. */
    BLANK_RETURN
  }
}
