package dev.mooring.store.redis;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.cache.CacheHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The record of sessions in Redis: a hash a session, in the slot of its pins, and a log of events
 * in a number of capped streams, each with an index of its sessions. Writes are gathered for a
 * moment and sent in batches, away from any request; past a bound, and where Redis fails at a
 * batch, they are given up and counted.
 */
final class RedisSessionRecord implements SessionRecord {
  /** The streams that the log is spread over. */
  static final int SHARDS = 16;

  /** About how many events a stream keeps. */
  static final int EVENTS_PER_SHARD = 10_000;

  /** The most writes that wait. */
  static final int LIMIT = 30_000;

  private static final Duration GATHER = Duration.ofMillis(100);
  private static final int BATCH = 768;

  private final RedisConnection connection;
  private final Breaker breaker;
  private final PinKeys keys;
  private final Later later;
  private final Retention retention;
  private final RecordReader reader;
  private final RedisScript sessions = RedisScript.of("sessions.lua");
  private final RedisScript events = RedisScript.of("events.lua");
  private final Deque<RecordWrite> waiting = new ArrayDeque<>();
  private final AtomicLong lost = new AtomicLong();
  private boolean scheduled;

  RedisSessionRecord(
      RedisConnection connection, Breaker breaker, PinKeys keys, Later later, Retention retention) {
    this.connection = connection;
    this.breaker = breaker;
    this.keys = keys;
    this.later = later;
    this.retention = retention;
    this.reader = new RecordReader(connection, breaker, keys);
    breaker.onClose(this::flush);
  }

  @Override
  public CompletionStage<Optional<RecordedSession>> lookup(SessionKey session) {
    return reader.session(session);
  }

  @Override
  public void assign(SessionKey session, @Nullable String id, Assignment assignment, Instant time) {
    add(new RecordWrite.Assigned(session, id, assignment, time, false));
  }

  @Override
  public void countSwitch(
      SessionKey session, @Nullable String id, Assignment assignment, Instant time) {
    add(new RecordWrite.Assigned(session, id, assignment, time, true));
  }

  @Override
  public void updateTokens(SessionKey session, Tokens tokens, Instant time) {
    add(new RecordWrite.Used(session, tokens, time));
  }

  @Override
  public CompletionStage<CacheHistory> cache(SessionKey session) {
    CompletableFuture<CacheHistory> answer = new CompletableFuture<>();
    add(new RecordWrite.Asked(session, answer));
    return answer;
  }

  @Override
  public void keepCache(SessionKey session, CacheHistory history) {
    add(new RecordWrite.Cached(session, history));
  }

  @Override
  public void insert(Event event) {
    add(new RecordWrite.Logged(event));
  }

  @Override
  public CompletionStage<List<RecordedSession>> sessions(SessionQuery query) {
    return reader.sessions(query);
  }

  @Override
  public CompletionStage<List<Event>> events(EventQuery query) {
    return reader.events(query);
  }

  /** How many writes were given up. */
  long lost() {
    return lost.get();
  }

  /**
   * Sends at once all that waits; completes when Redis has answered or failed. While Redis is away
   * nothing is sent.
   */
  CompletionStage<Void> finish() {
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    while (!breaker.open()) {
      RecordBatch batch;
      synchronized (waiting) {
        if (waiting.isEmpty()) {
          break;
        }
        batch = take();
      }
      sent.add(send(batch).toCompletableFuture());
    }
    return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new));
  }

  private void add(RecordWrite write) {
    synchronized (waiting) {
      if (waiting.size() >= LIMIT) {
        waiting.removeFirst();
        lost.incrementAndGet();
      }
      waiting.addLast(write);
      if (scheduled) {
        return;
      }
      scheduled = true;
    }
    later.run(GATHER, this::flush);
  }

  private void flush() {
    if (breaker.open()) {
      synchronized (waiting) {
        scheduled = false;
      }
      return;
    }
    RecordBatch batch;
    boolean more;
    synchronized (waiting) {
      batch = take();
      more = !waiting.isEmpty();
      scheduled = more;
    }
    send(batch);
    if (more) {
      later.run(GATHER, this::flush);
    }
  }

  /** Takes what goes together; under the lock. */
  private RecordBatch take() {
    RecordBatch batch = new RecordBatch();
    for (int i = 0; i < BATCH && !waiting.isEmpty(); i++) {
      batch.add(waiting.removeFirst());
    }
    return batch;
  }

  /** Sends a batch; completes when Redis has answered or failed. */
  private CompletionStage<Void> send(RecordBatch batch) {
    return CompletableFuture.allOf(sendRows(batch), sendEvents(batch));
  }

  private CompletableFuture<Void> sendRows(RecordBatch batch) {
    Sending sending = new Sending(sessions, Long.toString(retention.sessions().toMillis()));
    batch
        .rows()
        .forEach(
            (session, row) -> {
              sending.add(row.arguments(), row.writes(), keys.session(session));
              sending.answered.add(row::answer);
            });
    return sending.end();
  }

  private CompletableFuture<Void> sendEvents(RecordBatch batch) {
    Sending sending =
        new Sending(
            events,
            Integer.toString(EVENTS_PER_SHARD),
            Integer.toString(RecordCodec.FIELDS),
            Long.toString(retention.events().toMillis()),
            Long.toString(retention.sessions().toMillis()));
    for (Map.Entry<Integer, RecordBatch.Shard> entry : batch.shards().entrySet()) {
      RecordBatch.Shard shard = entry.getValue();
      List<String> arguments = new ArrayList<>();
      arguments.add(Integer.toString(shard.events().size()));
      shard.events().forEach(event -> arguments.addAll(RecordCodec.fields(event)));
      arguments.add(Integer.toString(shard.used().size()));
      shard
          .used()
          .forEach((session, time) -> arguments.addAll(List.of(time.toString(), session.hex())));
      int number = entry.getKey();
      sending.add(arguments, shard.events().size(), keys.events(number), keys.sessions(number));
    }
    return sending.end();
  }

  private long lose(int writes) {
    return lost.addAndGet(writes);
  }

  /** Calls of one script: one for all keys, on a cluster one a slot. */
  private final class Sending {
    private final RedisScript script;
    private final List<String> head;
    private final List<String> names = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final List<CompletableFuture<?>> sent = new ArrayList<>();

    /** Who hears what the script answers of each key; nobody where it answers of none. */
    private final List<Consumer<String>> answered = new ArrayList<>();

    private int writes;

    Sending(RedisScript script, String... head) {
      this.script = script;
      this.head = List.of(head);
    }

    void add(List<String> more, int itsWrites, String... itsKeys) {
      if (connection.cluster()) {
        send();
      }
      names.addAll(List.of(itsKeys));
      arguments.addAll(more);
      writes += itsWrites;
    }

    /** Sends the last call; completes when Redis has answered all, or failed at them. */
    CompletableFuture<Void> end() {
      send();
      return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new));
    }

    private void send() {
      if (names.isEmpty()) {
        return;
      }
      List<String> given = new ArrayList<>(head);
      given.addAll(arguments);
      List<String> keyed = List.copyOf(names);
      List<Consumer<String>> hearers = List.copyOf(answered);
      int count = writes;
      CompletionStage<List<Object>> call = breaker.run(() -> script.run(connection, keyed, given));
      call.thenAccept(answers -> tell(answers, hearers));
      sent.add(
          call.handle((done, failure) -> lose(failure == null ? 0 : count)).toCompletableFuture());
      names.clear();
      arguments.clear();
      answered.clear();
      writes = 0;
    }

    private static void tell(List<Object> answers, List<Consumer<String>> hearers) {
      for (int i = 0; i < hearers.size(); i++) {
        hearers.get(i).accept(String.valueOf(answers.get(i)));
      }
    }
  }
}
