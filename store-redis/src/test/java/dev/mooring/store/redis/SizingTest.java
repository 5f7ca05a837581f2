package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.session;
import static dev.mooring.store.redis.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.cache.CacheHistory;
import dev.mooring.affinity.cache.CacheUse;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What sessions cost in Redis, by its own measure; prints the numbers of docs/redis.md. */
class SizingTest {
  private static final int SESSIONS = 4_000;
  private static final Duration SOON = Duration.ofSeconds(30);

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void aPinTakesLessThan400BytesAndASessionWithItsRecordLessThan1536() {
    RedisStore store = SERVER.store(SERVER.settings().withKeyPrefix("mooring:"));
    try (RedisServer.Commands commands = SERVER.commands()) {
      RedisCommands<String, String> redis = commands.redis();
      SessionKey session = session();
      write(
          store.pins(),
          new PinWrite.Claim(session, MODEL, pin("anthropic", "org-a"), Duration.ofMinutes(5)));
      for (int i = 0; i < SESSIONS; i++) {
        note(store.record(), i == 0 ? session : session());
      }
      await().atMost(SOON).until(() -> redis.keys("mooring:session:*").size() == SESSIONS);
      await().atMost(SOON).until(() -> entries(redis, "events", redis::xlen) == SESSIONS);
      await().atMost(SOON).until(() -> entries(redis, "sessions", redis::zcard) == SESSIONS);
      String own = "{" + session.hex() + "}";
      long pin = redis.memoryUsage("mooring:pin:" + own + ":" + MODEL);
      long pinned =
          pin
              + redis.memoryUsage("mooring:was:" + own + ":" + MODEL)
              + redis.memoryUsage("mooring:idx:" + own);
      long record =
          redis.memoryUsage("mooring:session:" + own)
              + entries(redis, "sessions", redis::memoryUsage) / SESSIONS;
      long event = entries(redis, "events", redis::memoryUsage) / SESSIONS;
      System.out.printf(
          "a pin's own key: %d B; pin, marker and index: %d B; record: %d B; session with one pin"
              + " and its record: %d B; an event of the log: %d B%n",
          pin, pinned, record, pinned + record, event);
      assertThat(pin).isBetween(1L, 399L);
      assertThat(pinned + record + event).isLessThan(1_536L);
    }
  }

  /** The sum of a number over the shards of a key. */
  private static long entries(
      RedisCommands<String, String> redis, String name, Function<String, Long> number) {
    return redis.keys("mooring:" + name + ":{*").stream().mapToLong(number::apply).sum();
  }

  /** A turn with names as long as real ones. */
  private static void note(SessionRecord record, SessionKey session) {
    Instant now = Instant.now();
    SessionRecord.Tokens tokens = new SessionRecord.Tokens(123_456, 120_000, 789);
    record.assign(
        session,
        null,
        new SessionRecord.Assignment("anthropic", "org-a", MODEL, "chat_completions"),
        now);
    record.updateTokens(session, tokens, now);
    record.keepCache(
        session,
        CacheHistory.NONE.after(
            new CacheUse(
                CacheUse.hash(MODEL),
                CacheUse.hash("how it opens"),
                CacheUse.hash("anthropic", "org-a", "claude-sonnet-5-20260930"),
                now,
                123_456,
                123_400,
                Duration.ofMinutes(5),
                false),
            null));
    record.insert(
        new SessionRecord.Event(
            session,
            "req_01KC9ZQ4T7XW3B5N8M2P6R0S1V",
            1,
            "chat_completions",
            MODEL,
            "anthropic",
            "org-a",
            "claude-sonnet-5-20260930",
            SessionRecord.Reason.AFFINITY,
            tokens,
            200,
            Duration.ofMillis(5_432),
            now));
  }
}
