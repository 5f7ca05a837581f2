package dev.mooring.store.memory;

import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.Tokens;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The newest events, in flat arrays that are as long as there may be events: one that is kept is no
 * object, so that garbage collections do not copy it again and again. Not for several threads.
 */
final class EventLog {
  /** Request IDs of so many bytes, or fewer, are kept as bytes. */
  private static final int ID_BYTES = 32;

  /** API, model, provider, credential, billing model. */
  private static final int TEXTS = 5;

  /** Attempt, input, cached and output tokens, status, latency in ns, time in s and ns. */
  private static final int NUMBERS = 8;

  private final int capacity;
  private final @Nullable SessionKey[] sessions;
  private final byte[] ids;
  private final byte[] idLengths;
  private final @Nullable String[] longIds;
  private final @Nullable String[] texts;
  private final Reason[] reasons;
  private final long[] numbers;
  private int first;
  private int size;

  /** An empty log of at most so many events. */
  EventLog(int capacity) {
    this.capacity = capacity;
    this.sessions = new SessionKey[capacity];
    this.ids = new byte[capacity * ID_BYTES];
    this.idLengths = new byte[capacity];
    this.longIds = new String[capacity];
    this.texts = new String[capacity * TEXTS];
    this.reasons = new Reason[capacity];
    this.numbers = new long[capacity * NUMBERS];
  }

  private EventLog(EventLog other) {
    this.capacity = other.capacity;
    this.sessions = other.sessions.clone();
    this.ids = other.ids.clone();
    this.idLengths = other.idLengths.clone();
    this.longIds = other.longIds.clone();
    this.texts = other.texts.clone();
    this.reasons = other.reasons.clone();
    this.numbers = other.numbers.clone();
    this.first = other.first;
    this.size = other.size;
  }

  /** A log of the same events, for others to read while this one goes on. */
  EventLog copy() {
    return new EventLog(this);
  }

  /**
   * Adds an event; where the log is full the oldest goes.
   *
   * @param session the event's session, as an object that lives on anyway
   */
  void add(Event event, SessionKey session) {
    if (size == capacity) {
      removeFirst();
    }
    int at = place(size++);
    sessions[at] = session;
    keepId(at, event.requestId());
    int text = at * TEXTS;
    texts[text] = event.api();
    texts[text + 1] = event.model();
    texts[text + 2] = event.provider();
    texts[text + 3] = event.credential();
    texts[text + 4] = event.billingModel();
    reasons[at] = event.reason();
    Instant time = event.time();
    int number = at * NUMBERS;
    numbers[number] = event.attempt();
    numbers[number + 1] = event.tokens().input();
    numbers[number + 2] = event.tokens().cached();
    numbers[number + 3] = event.tokens().output();
    numbers[number + 4] = event.status();
    numbers[number + 5] = event.latency().toNanos();
    numbers[number + 6] = time.getEpochSecond();
    numbers[number + 7] = time.getNano();
  }

  /** How many events there are. */
  int size() {
    return size;
  }

  /** Whether the oldest event happened at a time or before it; false where there is none. */
  boolean beginsBy(Instant time) {
    return size > 0 && !time(first).isAfter(time);
  }

  /** Forgets the oldest event. */
  void removeFirst() {
    longIds[first] = null;
    sessions[first] = null;
    Arrays.fill(texts, first * TEXTS, (first + 1) * TEXTS, null);
    first = place(1);
    size--;
  }

  /** The events of a session, or, where it is null, all; the oldest first. */
  List<Event> of(@Nullable SessionKey session) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int at = place(i);
      if (session == null || session.equals(sessions[at])) {
        events.add(event(at));
      }
    }
    return events;
  }

  private Event event(int at) {
    int number = at * NUMBERS;
    return new Event(
        Objects.requireNonNull(sessions[at]),
        id(at),
        (int) numbers[number],
        text(at, 0),
        text(at, 1),
        text(at, 2),
        text(at, 3),
        text(at, 4),
        reasons[at],
        new Tokens(numbers[number + 1], numbers[number + 2], numbers[number + 3]),
        (int) numbers[number + 4],
        Duration.ofNanos(numbers[number + 5]),
        time(at));
  }

  private String text(int at, int which) {
    return Objects.requireNonNull(texts[at * TEXTS + which]);
  }

  private Instant time(int at) {
    int number = at * NUMBERS;
    return Instant.ofEpochSecond(numbers[number + 6], numbers[number + 7]);
  }

  /** Where the event is that has so many before it. */
  private int place(int index) {
    int at = first + index;
    return at < capacity ? at : at - capacity;
  }

  private void keepId(int at, String id) {
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > ID_BYTES) {
      longIds[at] = id;
    } else {
      idLengths[at] = (byte) bytes.length;
      System.arraycopy(bytes, 0, ids, at * ID_BYTES, bytes.length);
    }
  }

  private String id(int at) {
    String kept = longIds[at];
    if (kept != null) {
      return kept;
    }
    int from = at * ID_BYTES;
    return new String(Arrays.copyOfRange(ids, from, from + idLengths[at]), StandardCharsets.UTF_8);
  }
}
