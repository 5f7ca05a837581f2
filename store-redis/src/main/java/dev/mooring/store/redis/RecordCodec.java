package dev.mooring.store.redis;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.affinity.cache.CacheHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How rows and events stand in Redis: as names and values, all of them text. */
final class RecordCodec {
  private static final Logger log = LoggerFactory.getLogger(RecordCodec.class);

  /** How many names, and how many values, an event has. */
  static final int FIELDS = 15;

  private static final Bulks SESSION = name("session");
  private static final Bulks REQUEST = name("request");
  private static final Bulks ATTEMPT = name("attempt");
  private static final Bulks API = name("api");
  private static final Bulks MODEL = name("model");
  private static final Bulks PROVIDER = name("provider");
  private static final Bulks CREDENTIAL = name("credential");
  private static final Bulks BILLING_MODEL = name("billing_model");
  private static final Bulks REASON = name("reason");
  private static final Bulks INPUT = name("input");
  private static final Bulks CACHED = name("cached");
  private static final Bulks OUTPUT = name("output");
  private static final Bulks STATUS = name("status");
  private static final Bulks LATENCY = name("latency_ms");
  private static final Bulks TIME = name("time");

  /** The longest value of a hash that Redis keeps packed by default. */
  private static final int PACKED = 64;

  private RecordCodec() {}

  /** Adds the names and values of an event, flat; equally many for every event. */
  static void describe(Event event, Bulks to) {
    put(to, SESSION, event.session().hex());
    put(to, REQUEST, event.requestId());
    put(to, ATTEMPT, Integer.toString(event.attempt()));
    put(to, API, event.api());
    put(to, MODEL, event.model());
    put(to, PROVIDER, event.provider());
    put(to, CREDENTIAL, event.credential());
    put(to, BILLING_MODEL, event.billingModel());
    put(to, REASON, event.reason().wireName());
    put(to, INPUT, Long.toString(event.tokens().input()));
    put(to, CACHED, Long.toString(event.tokens().cached()));
    put(to, OUTPUT, Long.toString(event.tokens().output()));
    put(to, STATUS, Integer.toString(event.status()));
    put(to, LATENCY, Long.toString(event.latency().toMillis()));
    put(to, TIME, event.time().toString());
  }

  /** The event of these fields; null where another version of this program wrote them otherwise. */
  static @Nullable Event event(Map<String, String> fields) {
    try {
      return new Event(
          new SessionKey(text(fields, "session")),
          text(fields, "request"),
          (int) number(fields, "attempt"),
          text(fields, "api"),
          text(fields, "model"),
          text(fields, "provider"),
          text(fields, "credential"),
          text(fields, "billing_model"),
          Reason.of(text(fields, "reason")),
          tokens(fields),
          (int) number(fields, "status"),
          Duration.ofMillis(number(fields, "latency_ms")),
          Instant.parse(text(fields, "time")));
    } catch (RuntimeException e) {
      log.debug("an event cannot be read", e);
      return null;
    }
  }

  /**
   * The row of these fields; empty where there are none, and where another version of this program
   * wrote them otherwise.
   */
  static Optional<RecordedSession> session(SessionKey session, Map<String, String> fields) {
    if (!fields.containsKey("provider")) {
      return Optional.empty();
    }
    try {
      return Optional.of(row(session, fields));
    } catch (RuntimeException e) {
      log.debug("a session's row cannot be read", e);
      return Optional.empty();
    }
  }

  private static RecordedSession row(SessionKey session, Map<String, String> fields) {
    return new RecordedSession(
        session,
        fields.get("id"),
        new Assignment(
            text(fields, "provider"),
            text(fields, "credential"),
            text(fields, "model"),
            text(fields, "api")),
        Instant.ofEpochMilli(number(fields, "assigned")),
        Instant.ofEpochMilli(number(fields, "first")),
        Instant.ofEpochMilli(number(fields, "last")),
        number(fields, "requests"),
        tokens(fields),
        number(fields, "switches"),
        cache(fields));
  }

  /** What is known of a session's caches, in parts that Redis keeps packed in the row. */
  static List<String> cacheParts(CacheHistory history) {
    String text = history.encode();
    List<String> parts = new ArrayList<>();
    for (int at = 0; at < text.length(); at += PACKED) {
      parts.add(text.substring(at, Math.min(text.length(), at + PACKED)));
    }
    return parts;
  }

  private static CacheHistory cache(Map<String, String> fields) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; fields.containsKey("c" + i); i++) {
      text.append(fields.get("c" + i));
    }
    return CacheHistory.parse(text.toString());
  }

  private static Tokens tokens(Map<String, String> fields) {
    return new Tokens(number(fields, "input"), number(fields, "cached"), number(fields, "output"));
  }

  private static void put(Bulks to, Bulks name, String value) {
    to.addAll(name);
    to.add(value);
  }

  private static Bulks name(String name) {
    return Bulks.of(List.of(name));
  }

  private static String text(Map<String, String> fields, String name) {
    return fields.getOrDefault(name, "");
  }

  private static long number(Map<String, String> fields, String name) {
    return Long.parseLong(fields.getOrDefault(name, "0"));
  }
}
