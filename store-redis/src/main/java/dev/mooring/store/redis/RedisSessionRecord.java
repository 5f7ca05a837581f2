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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The record of sessions in Redis: a hash a session, in the slot of its pins, and a log of events
 * in a number of capped streams, each with an index of its sessions. Writes are gathered and sent
 * in batches at a {@link RecordPace}, away from any request; past a bound, and where Redis fails at
 * a batch, they are given up and counted.
 */
final class RedisSessionRecord implements SessionRecord {
  /** The streams that the log is spread over. */
  static final int SHARDS = 16;

  /** About how many events a stream keeps. */
  static final int EVENTS_PER_SHARD = 10_000;

  /** The most writes that wait. */
  static final int LIMIT = 30_000;

  /** The bytes that the keys, or the arguments, of a call begin with; they take more as needed. */
  private static final int ROOM = 1_024;

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

  /** Whether a flush will come: it is the only one. */
  private boolean scheduled;

  RedisSessionRecord(
      RedisConnection connection, Breaker breaker, PinKeys keys, Later later, Retention retention) {
    this.connection = connection;
    this.breaker = breaker;
    this.keys = keys;
    this.later = later;
    this.retention = retention;
    this.reader = new RecordReader(connection, breaker, keys);
    breaker.onClose(this::resume);
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
  public CompletionStage<SessionPage> sessions(SessionQuery query) {
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
    List<CompletableFuture<Boolean>> sent = new ArrayList<>();
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
    later.run(RecordPace.GATHER, this::flush);
  }

  /** Redis is back: what waits is sent, unless that was about to happen. */
  private void resume() {
    synchronized (waiting) {
      if (scheduled || waiting.isEmpty()) {
        return;
      }
      scheduled = true;
    }
    flush();
  }

  private void flush() {
    RecordBatch batch;
    boolean more;
    synchronized (waiting) {
      if (breaker.open()) {
        scheduled = false;
        return;
      }
      batch = take();
      more = !waiting.isEmpty();
      scheduled = more;
    }
    long began = System.nanoTime();
    CompletionStage<Boolean> sent = send(batch);
    if (more) {
      sent.thenAccept(
          well -> {
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            later.run(RecordPace.rest(took, well), this::flush);
          });
    }
  }

  /** Takes what goes together; under the lock. */
  private RecordBatch take() {
    RecordBatch batch = new RecordBatch();
    int most = RecordPace.batch(waiting.size());
    for (int i = 0; i < most && !waiting.isEmpty(); i++) {
      batch.add(waiting.removeFirst());
    }
    return batch;
  }

  /** Sends a batch; tells whether Redis has written all of it. */
  private CompletionStage<Boolean> send(RecordBatch batch) {
    return sendRows(batch).thenCombine(sendEvents(batch), Boolean::logicalAnd);
  }

  private CompletableFuture<Boolean> sendRows(RecordBatch batch) {
    Sending sending = new Sending(sessions, Long.toString(retention.sessions().toMillis()));
    batch
        .rows()
        .forEach(
            (session, row) -> {
              sending.add(row::describe, row.writes(), keys.session(session));
              sending.answered.add(row::answer);
            });
    return sending.end();
  }

  private CompletableFuture<Boolean> sendEvents(RecordBatch batch) {
    Sending sending =
        new Sending(
            events,
            Integer.toString(EVENTS_PER_SHARD),
            Integer.toString(RecordCodec.FIELDS),
            Long.toString(retention.events().toMillis()),
            Long.toString(retention.sessions().toMillis()));
    batch
        .shards()
        .forEach(
            (number, shard) ->
                sending.add(
                    shard::describe, shard.events(), keys.events(number), keys.sessions(number)));
    return sending.end();
  }

  /** Calls of one script: one for all keys, on a cluster one a slot. */
  private final class Sending {
    private final RedisScript script;
    private final Bulks head;
    private final List<CompletableFuture<Boolean>> sent = new ArrayList<>();

    /** Who hears what the script answers of each key; nobody where it answers of none. */
    private List<Consumer<String>> answered = new ArrayList<>();

    private Bulks names = new Bulks(ROOM);
    private Bulks arguments = new Bulks(ROOM);
    private @Nullable String first;
    private int writes;

    Sending(RedisScript script, String... head) {
      this.script = script;
      this.head = Bulks.of(List.of(head));
      arguments.addAll(this.head);
    }

    void add(Consumer<Bulks> more, int itsWrites, String... itsKeys) {
      if (connection.cluster()) {
        send();
      }
      first = first == null ? itsKeys[0] : first;
      for (String key : itsKeys) {
        names.add(key);
      }
      more.accept(arguments);
      writes += itsWrites;
    }

    /** Sends the last call; tells whether Redis has answered all. */
    CompletableFuture<Boolean> end() {
      send();
      return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new))
          .thenApply(unused -> sent.stream().allMatch(CompletableFuture::join));
    }

    private void send() {
      String key = first;
      if (key == null) {
        return;
      }
      Bulks keyed = names;
      Bulks given = arguments;
      List<Consumer<String>> hearers = answered;
      int count = writes;
      CompletionStage<List<String>> call =
          breaker.run(() -> script.run(connection, key, keyed, given));
      call.thenAccept(answers -> tell(answers, hearers));
      sent.add(call.handle((done, failure) -> settled(count, failure)).toCompletableFuture());
      names = new Bulks(ROOM);
      arguments = new Bulks(ROOM);
      arguments.addAll(head);
      answered = new ArrayList<>();
      first = null;
      writes = 0;
    }

    private boolean settled(int count, @Nullable Throwable failure) {
      if (failure != null) {
        lost.addAndGet(count);
      }
      return failure == null;
    }

    private static void tell(List<String> answers, List<Consumer<String>> hearers) {
      for (int i = 0; i < hearers.size(); i++) {
        hearers.get(i).accept(answers.get(i));
      }
    }
  }
}
