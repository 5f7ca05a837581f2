package dev.mooring.store.redis;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.EventQuery;
import dev.mooring.affinity.SessionRecord.Position;
import dev.mooring.affinity.SessionRecord.SessionPage;
import dev.mooring.affinity.SessionRecord.SessionQuery;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.StreamMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the record of sessions, for people: all shards of the log at once, and what each gives put
 * in order. Events are found in the order in which they reached Redis, and put in that of their own
 * times within a page.
 */
final class RecordReader {
  private static final int CHUNK = 500;
  private static final int SEARCHED = 10_000;
  private static final int TIES = 64;

  /** How often a page is filled up where rows are missing. */
  private static final int ROUNDS = 10;

  private static final int SHARDING_DIGITS = 16;

  /** By how much an event may reach Redis before its own time: clocks differ. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  private final RedisConnection connection;
  private final Breaker breaker;
  private final PinKeys keys;

  RecordReader(RedisConnection connection, Breaker breaker, PinKeys keys) {
    this.connection = connection;
    this.breaker = breaker;
    this.keys = keys;
  }

  CompletionStage<Optional<RecordedSession>> session(SessionKey session) {
    return breaker
        .run(() -> connection.call(redis -> redis.hgetall(keys.session(session))))
        .thenApply(row -> RecordCodec.session(session, row));
  }

  /**
   * The rows of a page of the index, without those that Redis has evicted and those that another
   * version of this program wrote otherwise. Where the next page begins is taken from the index and
   * not from a row, which may be gone, or used between the two reads.
   */
  CompletionStage<SessionPage> sessions(SessionQuery query) {
    return fill(new ArrayList<>(), query, query.after(), 1);
  }

  private CompletionStage<SessionPage> fill(
      List<RecordedSession> found, SessionQuery query, @Nullable Position after, int round) {
    return places(query, after)
        .thenCompose(
            places ->
                all(places.stream()
                        .limit(query.limit())
                        .map(place -> session(new SessionKey(place.name()))))
                    .thenCompose(
                        rows -> {
                          int seen = 0;
                          while (seen < rows.size() && found.size() < query.limit()) {
                            rows.get(seen).ifPresent(found::add);
                            seen++;
                          }
                          Position next = seen < places.size() ? places.get(seen - 1) : null;
                          return next == null || found.size() == query.limit() || round == ROUNDS
                              ? CompletableFuture.completedStage(
                                  new SessionPage(List.copyOf(found), next))
                              : fill(found, query, next, round + 1);
                        }));
  }

  /** The next places of the index: as many as a page has and one more, where there are. */
  private CompletionStage<List<Position>> places(SessionQuery query, @Nullable Position after) {
    String prefix = query.keyPrefix();
    IntStream shards =
        prefix.length() < SHARDING_DIGITS
            ? IntStream.range(0, RedisSessionRecord.SHARDS)
            : IntStream.of(
                (int)
                    Long.remainderUnsigned(
                        Long.parseUnsignedLong(prefix, 0, SHARDING_DIGITS, 16),
                        RedisSessionRecord.SHARDS));
    return all(shards.mapToObj(shard -> used(shard, query, after)))
        .thenApply(found -> page(found, after, query.limit() + 1));
  }

  CompletionStage<List<Event>> events(EventQuery query) {
    SessionKey session = query.session();
    IntStream shards =
        session == null
            ? IntStream.range(0, RedisSessionRecord.SHARDS)
            : IntStream.of(RecordBatch.shard(session));
    Position after = query.after();
    Range.Boundary<String> newest =
        after == null
            ? Range.Boundary.unbounded()
            : Range.Boundary.including(Long.toString(after.time().plus(SKEW).toEpochMilli()));
    return all(shards.mapToObj(
            shard -> search(keys.events(shard), newest, query, new ArrayList<>(), 0)))
        .thenApply(
            found ->
                found.stream()
                    .flatMap(List::stream)
                    .sorted((a, b) -> order(a.position(), b.position()))
                    .limit(query.limit())
                    .toList());
  }

  /** Where the sessions of a shard stand in the list. */
  private CompletionStage<List<Position>> used(
      int shard, SessionQuery query, @Nullable Position after) {
    Range.Boundary<Long> latest =
        after == null
            ? Range.Boundary.unbounded()
            : Range.Boundary.including(after.time().toEpochMilli());
    Range<Long> range =
        Range.from(Range.Boundary.including(query.usedSince().toEpochMilli()), latest);
    int most = query.keyPrefix().isEmpty() ? query.limit() + 1 + TIES : SEARCHED;
    CompletionStage<List<ScoredValue<String>>> found =
        breaker.run(
            () ->
                connection.call(
                    redis ->
                        redis.zrevrangebyscoreWithScores(
                            keys.sessions(shard), range, Limit.create(0, most))));
    return found.thenApply(
        values ->
            values.stream()
                .filter(value -> value.getValue().startsWith(query.keyPrefix()))
                .map(
                    value ->
                        new Position(
                            Instant.ofEpochMilli((long) value.getScore()), value.getValue()))
                .toList());
  }

  /** Reads a stream backwards until enough is found, or enough was looked at. */
  private CompletionStage<List<Event>> search(
      String stream,
      Range.Boundary<String> newest,
      EventQuery query,
      List<Event> found,
      int searched) {
    CompletionStage<List<StreamMessage<String, String>>> chunk =
        breaker.run(
            () ->
                connection.call(
                    redis ->
                        redis.xrevrange(
                            stream,
                            Range.from(Range.Boundary.unbounded(), newest),
                            Limit.from(CHUNK))));
    return chunk.thenCompose(
        messages -> {
          for (StreamMessage<String, String> message : messages) {
            Event event = RecordCodec.event(message.getBody());
            if (event != null && wanted(event, query)) {
              found.add(event);
            }
          }
          int seen = searched + messages.size();
          if (messages.size() < CHUNK || found.size() >= query.limit() || seen >= SEARCHED) {
            return CompletableFuture.completedStage(found);
          }
          String last = messages.get(messages.size() - 1).getId();
          return search(stream, Range.Boundary.excluding(last), query, found, seen);
        });
  }

  private static boolean wanted(Event event, EventQuery query) {
    Position after = query.after();
    return (query.session() == null || event.session().equals(query.session()))
        && (after == null || after.before(event.position()));
  }

  private static List<Position> page(
      List<List<Position>> found, @Nullable Position after, int limit) {
    return found.stream()
        .flatMap(List::stream)
        .filter(place -> after == null || after.before(place))
        .sorted(RecordReader::order)
        .limit(limit)
        .toList();
  }

  private static int order(Position one, Position other) {
    return one.equals(other) ? 0 : one.before(other) ? -1 : 1;
  }

  /** All answers, in order; fails where one does. */
  private static <T> CompletionStage<List<T>> all(Stream<CompletionStage<T>> stages) {
    CompletionStage<List<T>> all = CompletableFuture.completedStage(new ArrayList<>());
    for (CompletionStage<T> stage : stages.toList()) {
      all =
          all.thenCombine(
              stage,
              (list, value) -> {
                list.add(value);
                return list;
              });
    }
    return all;
  }
}
