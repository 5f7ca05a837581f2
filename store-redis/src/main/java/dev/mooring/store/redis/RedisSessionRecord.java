package dev.mooring.store.redis;

import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The record of sessions in Redis: a hash a session, in the slot of its pins, and a log of events
 * in a number of capped streams. Events are gathered for a moment and written in batches, away from
 * any request; past a bound, and where Redis fails at a batch, they are given up and counted.
 */
final class RedisSessionRecord implements SessionRecord {
  /** The streams that the log is spread over. */
  static final int SHARDS = 16;

  /** About how many events a stream keeps. */
  static final int EVENTS_PER_SHARD = 10_000;

  /** How long a session's record is kept after its last use. */
  static final Duration KEPT = Duration.ofDays(30);

  /** The most events that wait. */
  static final int LIMIT = 10_000;

  private static final Duration GATHER = Duration.ofMillis(100);
  private static final int BATCH = 256;

  private final RedisConnection connection;
  private final Breaker breaker;
  private final PinKeys keys;
  private final Later later;
  private final RedisScript sessions = RedisScript.of("sessions.lua");
  private final RedisScript events = RedisScript.of("events.lua");
  private final Deque<Event> waiting = new ArrayDeque<>();
  private final AtomicLong lost = new AtomicLong();
  private boolean scheduled;

  RedisSessionRecord(RedisConnection connection, Breaker breaker, PinKeys keys, Later later) {
    this.connection = connection;
    this.breaker = breaker;
    this.keys = keys;
    this.later = later;
    breaker.onClose(this::flush);
  }

  @Override
  public void add(Event event) {
    synchronized (waiting) {
      if (waiting.size() >= LIMIT) {
        waiting.removeFirst();
        lost.incrementAndGet();
      }
      waiting.addLast(event);
      if (scheduled) {
        return;
      }
      scheduled = true;
    }
    later.run(GATHER, this::flush);
  }

  /** How many events were given up. */
  long lost() {
    return lost.get();
  }

  private void flush() {
    if (breaker.open()) {
      synchronized (waiting) {
        scheduled = false;
      }
      return;
    }
    List<Event> batch = new ArrayList<>();
    synchronized (waiting) {
      while (batch.size() < BATCH && !waiting.isEmpty()) {
        batch.add(waiting.removeFirst());
      }
      scheduled = !waiting.isEmpty();
    }
    if (!batch.isEmpty()) {
      count(batch);
      log(batch);
      if (batch.size() == BATCH) {
        later.run(GATHER, this::flush);
      }
    }
  }

  private void count(List<Event> batch) {
    Map<SessionKey, List<Event>> bySession = new LinkedHashMap<>();
    for (Event event : batch) {
      bySession.computeIfAbsent(event.session(), unused -> new ArrayList<>()).add(event);
    }
    List<String> names = new ArrayList<>();
    List<String> arguments = new ArrayList<>(List.of(Long.toString(KEPT.toMillis())));
    bySession.forEach(
        (session, its) -> {
          if (connection.cluster() && !names.isEmpty()) {
            send(sessions, names, arguments, 0);
            names.clear();
            arguments.subList(1, arguments.size()).clear();
          }
          names.add(keys.session(session));
          add(arguments, its);
        });
    send(sessions, names, arguments, 0);
  }

  private static void add(List<String> arguments, List<Event> its) {
    Event last = its.get(its.size() - 1);
    arguments.addAll(List.of(last.provider(), last.credential(), last.model(), last.api()));
    arguments.add(Integer.toString(its.size()));
    arguments.add(Long.toString(its.stream().mapToLong(Event::inputTokens).sum()));
    arguments.add(Long.toString(its.stream().mapToLong(Event::outputTokens).sum()));
    arguments.add(Long.toString(its.stream().mapToLong(Event::cachedTokens).sum()));
  }

  private void log(List<Event> batch) {
    Map<Integer, List<Event>> byShard = new TreeMap<>();
    for (Event event : batch) {
      int shard = (int) Long.remainderUnsigned(event.session().head(), SHARDS);
      byShard.computeIfAbsent(shard, unused -> new ArrayList<>()).add(event);
    }
    List<String> names = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    int counted = 0;
    for (Map.Entry<Integer, List<Event>> shard : byShard.entrySet()) {
      if (connection.cluster() && !names.isEmpty()) {
        send(events, names, arguments, counted);
        names.clear();
        arguments.clear();
        counted = 0;
      }
      if (arguments.isEmpty()) {
        arguments.add(Integer.toString(EVENTS_PER_SHARD));
        arguments.add(Integer.toString(fields(batch.get(0)).size() / 2));
      }
      names.add(keys.events(shard.getKey()));
      arguments.add(Integer.toString(shard.getValue().size()));
      shard.getValue().forEach(event -> arguments.addAll(fields(event)));
      counted += shard.getValue().size();
    }
    send(events, names, arguments, counted);
  }

  private static List<String> fields(Event event) {
    List<String> fields = new ArrayList<>();
    put(fields, "session", event.session().hex());
    put(fields, "request", event.requestId());
    put(fields, "api", event.api());
    put(fields, "model", event.model());
    put(fields, "provider", event.provider());
    put(fields, "credential", event.credential());
    put(fields, "billing_model", event.billingModel());
    put(fields, "reason", event.reason().name().toLowerCase(Locale.ROOT));
    put(fields, "input", Long.toString(event.inputTokens()));
    put(fields, "cached", Long.toString(event.cachedTokens()));
    put(fields, "output", Long.toString(event.outputTokens()));
    put(fields, "status", Integer.toString(event.status()));
    put(fields, "latency_ms", Long.toString(event.latency().toMillis()));
    put(fields, "time", event.time().toString());
    return fields;
  }

  private static void put(List<String> fields, String name, String value) {
    fields.add(name);
    fields.add(value);
  }

  private void send(
      RedisScript script, List<String> names, List<String> arguments, int eventsLost) {
    List<String> keyed = List.copyOf(names);
    List<String> given = List.copyOf(arguments);
    CompletionStage<List<Object>> sent = breaker.run(() -> script.run(connection, keyed, given));
    sent.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            lost.addAndGet(eventsLost);
          }
        });
  }
}
