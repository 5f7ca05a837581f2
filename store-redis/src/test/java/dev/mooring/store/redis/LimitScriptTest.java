package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The script of limits, where Redis's clock and repeated calls matter. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimitScriptTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final String SLIDING_HOUR = "slide " + HOUR + " 60000";
  private static final String LONG_LEASE = Long.toString(HOUR);

  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  @SuppressWarnings("NullAway.Init") // set before all tests
  private RedisServer.Commands client;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private String script;

  @BeforeAll
  void connect() throws IOException {
    client = SERVER.commands();
    try (InputStream in = RedisLimitStore.class.getResourceAsStream("limits.lua")) {
      script = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @AfterAll
  void disconnect() {
    client.close();
  }

  @Test
  void aReservationThatNobodySettlesIsGivenBackWhenItsLeaseHasEnded() {
    String key = key();
    assertThat(reserve(key, "dead", "1", 10, 10)).startsWith("DONE");
    await().until(() -> reserve(key, "next", LONG_LEASE, 10, 10).get(0).equals("DONE"));
    assertThat(used(key)).isEqualTo(10);
  }

  @Test
  void whatIsSettledAfterItsLeaseHasEndedIsChargedWhetherItWasGivenBackOrNot() {
    String key = key();
    List<String> kept = reserve(key, "late", "1", 10, 6);
    await().until(() -> now() > Long.parseLong(kept.get(1)));
    settle(key, "late", "6|" + kept.get(2), 4, kept.get(1));
    assertThat(used(key)).isEqualTo(4);
    List<String> lapsed = reserve(key, "later", "1", 10, 6);
    await().until(() -> now() > Long.parseLong(lapsed.get(1)));
    reserve(key, "other", LONG_LEASE, 10, 1);
    assertThat(used(key)).isEqualTo(5);
    settle(key, "later", "6|" + lapsed.get(2), 3, lapsed.get(1));
    assertThat(used(key)).isEqualTo(8);
  }

  @Test
  void aSettlementThatIsRepeatedCountsOnce() {
    String key = key();
    List<String> kept = reserve(key, "one", LONG_LEASE, 10, 6);
    for (int i = 0; i < 3; i++) {
      settle(key, "one", "6|" + kept.get(2), 4, kept.get(1));
    }
    assertThat(used(key)).isEqualTo(4);
  }

  @Test
  void aChargeThatIsRepeatedCountsOnce() {
    String key = key();
    for (int i = 0; i < 3; i++) {
      call(key, "charge", "same", LONG_LEASE, "0", 7, "0");
    }
    call(key, "charge", "other", LONG_LEASE, "0", 1, "0");
    assertThat(used(key)).isEqualTo(8);
  }

  @Test
  void usesLeaveTheWindowByRedissClock() {
    String key = key();
    long step = now() / 60_000 * 60_000;
    redis().hset(key, Long.toString(step - HOUR - 60_000), "100");
    redis().hset(key, Long.toString(step - HOUR), "5");
    List<String> answer = reserve(key, "id", LONG_LEASE, 10, 6);
    assertThat(answer.get(0)).isEqualTo("OVER");
    assertThat(answer.get(3)).isEqualTo("5");
    assertThat(Long.parseLong(answer.get(4))).isBetween(0L, 60_000L);
    assertThat(redis().hgetall(key)).hasSize(1);
  }

  @Test
  void aPeriodIsTheOneInWhichRedissClockLies() {
    String key = key();
    long now = now();
    String periods = "period " + (now - 7_000_000) + " " + (now - 5_000) + " " + (now + 50_000);
    List<String> answer =
        redis()
            .eval(
                script,
                ScriptOutputType.MULTI,
                new String[] {key, key + ":open"},
                "reserve",
                "id",
                LONG_LEASE,
                periods,
                "10",
                "10",
                "1");
    assertThat(answer.get(2)).isEqualTo(Long.toString(now - 5_000));
    assertThat(Long.parseLong(answer.get(4))).isBetween(0L, 50_000L);
    assertThat(redis().pttl(key)).isBetween(1L, 50_000L);
  }

  @Test
  void everyKeyEndsWithItsWindow() {
    String key = key();
    List<String> kept = reserve(key, "id", LONG_LEASE, 10, 6);
    assertThat(redis().pttl(key)).isBetween(HOUR, HOUR + 60_000);
    assertThat(redis().pttl(key + ":open")).isBetween(HOUR, HOUR + 60_000);
    settle(key, "id", "6|" + kept.get(2), 0, kept.get(1));
    assertThat(redis().exists(key + ":open")).isZero();
    assertThat(redis().pttl(key)).isPositive();
  }

  private List<String> reserve(String key, String id, String lease, long limit, long amount) {
    return call(key, "reserve", id, lease, Long.toString(limit), amount, "1");
  }

  private void settle(String key, String id, String reserved, long used, String leaseEnd) {
    call(key, "settle", id, LONG_LEASE, reserved, used, leaseEnd);
  }

  private List<String> call(
      String key, String op, String id, String lease, String b, long c, String d) {
    return redis()
        .eval(
            script,
            ScriptOutputType.MULTI,
            new String[] {key, key + ":open"},
            op,
            id,
            lease,
            SLIDING_HOUR,
            b,
            Long.toString(c),
            d);
  }

  private long used(String key) {
    return redis().hvals(key).stream().mapToLong(Long::parseLong).sum();
  }

  private long now() {
    List<String> time = redis().time();
    return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
  }

  private RedisCommands<String, String> redis() {
    return client.redis();
  }

  private static String key() {
    return "limit-script:{" + UUID.randomUUID() + "}:used";
  }
}
