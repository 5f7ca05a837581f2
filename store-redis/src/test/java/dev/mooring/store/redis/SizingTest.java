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
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What sessions cost in Redis, by its own measure; prints the numbers of docs/redis.md. */
class SizingTest {
  private static final int EVENTS = 4_000;

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
      for (int i = 0; i < EVENTS; i++) {
        store.record().add(event(session));
      }
      String own = "{" + session.hex() + "}";
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> String.valueOf(EVENTS).equals(redis.hget("mooring:session:" + own, "requests")));
      List<String> streams = redis.keys("mooring:events:*");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> streams.stream().mapToLong(redis::xlen).sum() == EVENTS);
      long pin = bytes(redis, "mooring:pin:" + own + ":" + MODEL);
      long pinned =
          pin
              + bytes(redis, "mooring:was:" + own + ":" + MODEL)
              + bytes(redis, "mooring:idx:" + own);
      long record = bytes(redis, "mooring:session:" + own);
      long event = streams.stream().mapToLong(key -> bytes(redis, key)).sum() / EVENTS;
      System.out.printf(
          "a pin's own key: %d B; pin, marker and index: %d B; record: %d B; session with one pin"
              + " and its record: %d B; an event of the log: %d B%n",
          pin, pinned, record, pinned + record, event);
      assertThat(pin).isBetween(1L, 399L);
      assertThat(pinned + record + event).isLessThan(1_536L);
    }
  }

  private static long bytes(RedisCommands<String, String> redis, String key) {
    return redis.memoryUsage(key);
  }

  /** A turn with names as long as real ones. */
  private static SessionRecord.Event event(SessionKey session) {
    return new SessionRecord.Event(
        session,
        "req_01KC9ZQ4T7XW3B5N8M2P6R0S1V",
        "chat_completions",
        MODEL,
        "anthropic",
        "org-a",
        "claude-sonnet-5-20260930",
        SessionRecord.Reason.AFFINITY,
        123_456,
        120_000,
        789,
        200,
        Duration.ofMillis(5_432),
        Instant.ofEpochMilli(1_796_000_000_000L));
  }
}
