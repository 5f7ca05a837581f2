package dev.mooring.store.redis;

import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.affinity.cache.CacheHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the record that go to Redis together: by session, with what follows from itself folded,
 * and by shard of the log.
 */
final class RecordBatch {
  private final Map<SessionKey, Row> rows = new LinkedHashMap<>();
  private final Map<Integer, Shard> shards = new TreeMap<>();

  /** What a batch does to one session's row. */
  static final class Row {
    private final List<RecordWrite.Assigned> assigned = new ArrayList<>(1);
    private Tokens tokens = Tokens.NONE;
    private long requests;
    private Instant used = Instant.EPOCH;
    private final List<CompletableFuture<CacheHistory>> asked = new ArrayList<>(1);
    private @Nullable CacheHistory cache;
    private int writes;

    /** How many writes it is made of. */
    int writes() {
      return writes;
    }

    /** Adds what the script is told of it. */
    void describe(Bulks arguments) {
      arguments.add(assigned.size());
      for (RecordWrite.Assigned each : assigned) {
        Assignment to = each.assignment();
        arguments.add(each.counts() ? "1" : "0");
        arguments.add(to.provider());
        arguments.add(to.credential());
        arguments.add(to.model());
        arguments.add(to.api());
        arguments.add(each.id() == null ? "" : each.id());
        arguments.add(each.time().toEpochMilli());
      }
      arguments.add(requests);
      arguments.add(tokens.input());
      arguments.add(tokens.cached());
      arguments.add(tokens.output());
      arguments.add(used.toEpochMilli());
      List<String> parts = cache == null ? List.of() : RecordCodec.cacheParts(cache);
      arguments.add(parts.size());
      parts.forEach(arguments::add);
      arguments.add(asked.isEmpty() ? "0" : "1");
    }

    private void add(RecordWrite.Assigned write) {
      writes++;
      RecordWrite.Assigned last = assigned.isEmpty() ? null : assigned.get(assigned.size() - 1);
      if (last == null || !last.assignment().equals(write.assignment())) {
        assigned.add(write);
      } else {
        used = write.time().isAfter(used) ? write.time() : used;
      }
    }

    /** Hears what the script answered. */
    void answer(String cache) {
      CacheHistory history = asked.isEmpty() ? CacheHistory.NONE : CacheHistory.parse(cache);
      asked.forEach(each -> each.complete(history));
    }

    private void add(RecordWrite.Cached write) {
      writes++;
      cache = write.history();
    }

    private void add(RecordWrite.Used write) {
      writes++;
      requests++;
      tokens =
          new Tokens(
              tokens.input() + write.tokens().input(),
              tokens.cached() + write.tokens().cached(),
              tokens.output() + write.tokens().output());
      used = write.time().isAfter(used) ? write.time() : used;
    }
  }

  /** What a batch does to one shard of the log. */
  static final class Shard {
    private final List<Event> events = new ArrayList<>();
    private final Map<SessionKey, Long> used = new LinkedHashMap<>();

    /** How many events it gets. */
    int events() {
      return events.size();
    }

    /** Adds what the script is told of it. */
    void describe(Bulks arguments) {
      arguments.add(events.size());
      for (Event event : events) {
        RecordCodec.describe(event, arguments);
      }
      arguments.add(used.size());
      used.forEach(
          (session, time) -> {
            arguments.add(time);
            arguments.add(session.hex());
          });
    }
  }

  /** The shard of the log that a session's events are in. */
  static int shard(SessionKey session) {
    return (int) Long.remainderUnsigned(session.head(), RedisSessionRecord.SHARDS);
  }

  void add(RecordWrite write) {
    SessionKey session = write.session();
    if (write instanceof RecordWrite.Cached cached) {
      rows.computeIfAbsent(session, unused -> new Row()).add(cached);
      return;
    }
    if (write instanceof RecordWrite.Asked ask) {
      rows.computeIfAbsent(session, unused -> new Row()).asked.add(ask.answer());
      return;
    }
    Shard shard = shards.computeIfAbsent(shard(session), unused -> new Shard());
    if (write instanceof RecordWrite.Logged logged) {
      shard.events.add(logged.event());
    } else if (write instanceof RecordWrite.Assigned assigned) {
      rows.computeIfAbsent(session, unused -> new Row()).add(assigned);
      shard.used.merge(session, assigned.time().toEpochMilli(), Math::max);
    } else if (write instanceof RecordWrite.Used used) {
      rows.computeIfAbsent(session, unused -> new Row()).add(used);
      shard.used.merge(session, used.time().toEpochMilli(), Math::max);
    }
  }

  Map<SessionKey, Row> rows() {
    return rows;
  }

  Map<Integer, Shard> shards() {
    return shards;
  }
}
