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

  private static final byte NO_BYTES = -1;

  private final int capacity;
  private final @Nullable SessionKey[] sessions;
  private final byte[] ids;
  private final byte[] idLengths;
  private final @Nullable String[] longIds;
  private final int[] attempts;
  private final String[] apis;
  private final String[] models;
  private final String[] providers;
  private final @Nullable String[] credentials;
  private final String[] billingModels;
  private final Reason[] reasons;
  private final long[] input;
  private final long[] cached;
  private final long[] output;
  private final int[] statuses;
  private final long[] latencies;
  private final long[] seconds;
  private final int[] nanos;
  private int first;
  private int size;

  /** An empty log of at most so many events. */
  EventLog(int capacity) {
    this.capacity = capacity;
    this.sessions = new SessionKey[capacity];
    this.ids = new byte[capacity * ID_BYTES];
    this.idLengths = new byte[capacity];
    this.longIds = new String[capacity];
    this.attempts = new int[capacity];
    this.apis = new String[capacity];
    this.models = new String[capacity];
    this.providers = new String[capacity];
    this.credentials = new String[capacity];
    this.billingModels = new String[capacity];
    this.reasons = new Reason[capacity];
    this.input = new long[capacity];
    this.cached = new long[capacity];
    this.output = new long[capacity];
    this.statuses = new int[capacity];
    this.latencies = new long[capacity];
    this.seconds = new long[capacity];
    this.nanos = new int[capacity];
  }

  private EventLog(EventLog other) {
    this.capacity = other.capacity;
    this.sessions = other.sessions.clone();
    this.ids = other.ids.clone();
    this.idLengths = other.idLengths.clone();
    this.longIds = other.longIds.clone();
    this.attempts = other.attempts.clone();
    this.apis = other.apis.clone();
    this.models = other.models.clone();
    this.providers = other.providers.clone();
    this.credentials = other.credentials.clone();
    this.billingModels = other.billingModels.clone();
    this.reasons = other.reasons.clone();
    this.input = other.input.clone();
    this.cached = other.cached.clone();
    this.output = other.output.clone();
    this.statuses = other.statuses.clone();
    this.latencies = other.latencies.clone();
    this.seconds = other.seconds.clone();
    this.nanos = other.nanos.clone();
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
    attempts[at] = event.attempt();
    apis[at] = event.api();
    models[at] = event.model();
    providers[at] = event.provider();
    credentials[at] = event.credential();
    billingModels[at] = event.billingModel();
    reasons[at] = event.reason();
    input[at] = event.tokens().input();
    cached[at] = event.tokens().cached();
    output[at] = event.tokens().output();
    statuses[at] = event.status();
    latencies[at] = event.latency().toNanos();
    Instant time = event.time();
    seconds[at] = time.getEpochSecond();
    nanos[at] = time.getNano();
  }

  /** How many events there are. */
  int size() {
    return size;
  }

  /** Whether the oldest event happened at a time or before it; false where there is none. */
  boolean beginsBy(Instant time) {
    return size > 0
        && (seconds[first] < time.getEpochSecond()
            || (seconds[first] == time.getEpochSecond() && nanos[first] <= time.getNano()));
  }

  /** Forgets the oldest event. */
  void removeFirst() {
    longIds[first] = null;
    sessions[first] = null;
    credentials[first] = null;
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
    return new Event(
        Objects.requireNonNull(sessions[at]),
        id(at),
        attempts[at],
        apis[at],
        models[at],
        providers[at],
        Objects.requireNonNull(credentials[at]),
        billingModels[at],
        reasons[at],
        new Tokens(input[at], cached[at], output[at]),
        statuses[at],
        Duration.ofNanos(latencies[at]),
        Instant.ofEpochSecond(seconds[at], nanos[at]));
  }

  /** Where the event is that has so many before it. */
  private int place(int index) {
    int at = first + index;
    return at < capacity ? at : at - capacity;
  }

  private void keepId(int at, String id) {
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > ID_BYTES) {
      idLengths[at] = NO_BYTES;
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
