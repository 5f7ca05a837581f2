package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.answer;
import static dev.mooring.store.redis.Samples.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.EventQuery;
import dev.mooring.affinity.SessionRecord.Tokens;
import io.lettuce.core.Range;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The record of sessions and the log of routing events. */
class RedisSessionRecordTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @RegisterExtension
  static final RedisServer CLUSTER = new RedisServer(RedisServer.Deployment.CLUSTER);

  @Test
  void aRecordCountsItsRequestsTokensAndSwitches() {
    RedisStore store = SERVER.store();
    SessionKey session = session();
    String key = SERVER.settings().keyPrefix() + "session:{" + session.hex() + "}";
    try (RedisServer.Commands commands = SERVER.commands()) {
      for (String provider : List.of("a", "a", "b")) {
        int before = requests(commands.redis().hget(key, "requests"));
        Samples.serve(store, session, provider);
        Awaitility.await()
            .atMost(SOON)
            .until(() -> requests(commands.redis().hget(key, "requests")) == before + 1);
      }
      assertThat(commands.redis().hgetall(key))
          .containsEntry("provider", "b")
          .containsEntry("model", MODEL)
          .containsEntry("input", "300")
          .containsEntry("cached", "240")
          .containsEntry("output", "30")
          .containsEntry("switches", "1")
          .doesNotContainKey("id");
      assertThat(commands.redis().pttl(key))
          .isBetween(Duration.ofDays(29).toMillis(), Duration.ofDays(30).toMillis());
    }
  }

  @Test
  void onAClusterSessionsOfOneBatchGoToTheirOwnSlotsAndEventsToManyStreams() {
    RedisStore store = CLUSTER.store();
    List<SessionKey> sessions = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 100; i++) {
      sessions.add(new SessionKey("%016x%048x".formatted(random.nextLong(), i)));
      Samples.serve(store, sessions.get(i), "a");
    }
    String prefix = CLUSTER.settings().keyPrefix();
    RedisClusterClient client = RedisClusterClient.create(CLUSTER.settings().uris().get(0));
    try {
      RedisAdvancedClusterCommands<String, String> redis = client.connect().sync();
      for (SessionKey session : sessions) {
        Awaitility.await()
            .atMost(SOON)
            .until(() -> redis.exists(prefix + "session:{" + session.hex() + "}") == 1);
      }
      Awaitility.await()
          .atMost(SOON)
          .until(
              () ->
                  redis.keys(prefix + "events:*").stream()
                          .mapToInt(key -> redis.xrange(key, Range.unbounded()).size())
                          .sum()
                      == 100);
      assertThat(redis.keys(prefix + "events:*")).hasSizeGreaterThan(8);
    } finally {
      client.shutdown(0, 2, TimeUnit.SECONDS);
    }
  }

  @Test
  void whileRedisIsAwayEventsWaitUpToABoundAndTheRestIsCounted() {
    RedisStore store = SERVER.store(SERVER.settings().withTimeout(Duration.ofMillis(100)));
    SERVER.process(0).kill();
    SessionKey session = session();
    Awaitility.await()
        .atMost(SOON)
        .until(
            () -> {
              store.pins().read(session, List.of(MODEL));
              return !store.state().healthy();
            });
    store.record().assign(session, null, Samples.assignment("a"), Instant.EPOCH);
    for (int i = 0; i < RedisSessionRecord.LIMIT - 1; i++) {
      store.record().updateTokens(session, new Tokens(1, 0, 0), Instant.EPOCH);
    }
    assertThat(store.recordWritesLost()).isZero();
    for (int i = 0; i < 5; i++) {
      store.record().insert(Samples.event(session, "a"));
    }
    assertThat(store.recordWritesLost()).isEqualTo(5);
    SERVER.process(0).start();
    SessionRecord record = store.record();
    Awaitility.await()
        .ignoreExceptions()
        .atMost(SOON)
        .until(() -> answer(record.events(new EventQuery(session, null, 9))).size() == 5);
  }

  @Test
  void aBacklogIsSentAsFastAsRedisAnswersAndNothingOfItIsLost() {
    RedisStore store = SERVER.store();
    SessionKey session = session();
    String key = SERVER.settings().keyPrefix() + "session:{" + session.hex() + "}";
    store.record().assign(session, null, Samples.assignment("a"), Instant.EPOCH);
    int turns = 25_000;
    for (int i = 0; i < turns; i++) {
      store.record().updateTokens(session, new Tokens(1, 0, 0), Instant.EPOCH);
    }
    // A batch every 100 ms would take ten seconds.
    try (RedisServer.Commands commands = SERVER.commands()) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> requests(commands.redis().hget(key, "requests")) == turns);
    }
    assertThat(store.recordWritesLost()).isZero();
  }

  private static int requests(@Nullable String count) {
    return count == null ? 0 : Integer.parseInt(count);
  }
}
