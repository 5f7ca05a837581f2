package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.read;
import static dev.mooring.store.redis.Samples.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What happens when Sentinels make a replica the primary. */
class RedisFailoverTest {
  private static final Duration MINUTES = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SENTINEL);

  @Test
  void pinsOutliveTheirPrimary() {
    RedisStore store = SERVER.store();
    SessionKey session = session();
    Pin pin = pin("a", "1");
    Samples.write(store.pins(), new PinWrite.Claim(session, MODEL, pin, MINUTES));
    for (int i = 2; i < SERVER.processes(); i++) {
      try (RedisServer.Commands sentinel = RedisServer.commands(SERVER.process(i).uri())) {
        Awaitility.await()
            .atMost(PATIENCE)
            .until(() -> sentinel.redis().info("sentinel").contains("slaves=1,sentinels=3"));
      }
    }
    try (RedisServer.Commands replica = RedisServer.commands(SERVER.process(1).uri())) {
      Awaitility.await().atMost(PATIENCE).until(() -> replica.redis().dbsize() > 0);
    }
    SERVER.process(0).kill();
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              Pin renewed = pin("a", "1");
              PinWrite renew = new PinWrite.Renew(session, MODEL, renewed, MINUTES, false);
              assertThat(Samples.write(store.pins(), renew)).isEqualTo(PinWrite.Result.DONE);
              assertThat(read(store.pins(), session, MODEL))
                  .isEqualTo(new PinState.Pinned(renewed));
            });
  }
}
