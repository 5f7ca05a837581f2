package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.answer;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.read;
import static dev.mooring.store.redis.Samples.session;
import static dev.mooring.store.redis.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What happens while Redis answers, but refuses to write. */
class RedisRefusalTest {
  private static final Duration MINUTES = Duration.ofMinutes(5);

  /** How soon a Redis that takes writes again must be in use (contract, section 7). */
  private static final Duration RETURN = Duration.ofSeconds(2);

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void aRedisWhoseMemoryIsFullIsReadAllTheSameAndIsGivenTheWritesLater() {
    refused(redis -> redis.configSet("maxmemory", "1"), redis -> redis.configSet("maxmemory", "0"));
  }

  @Test
  void aReplicaIsReadAllTheSameAndIsGivenTheWritesWhenItIsThePrimary() {
    refused(redis -> redis.replicaof("127.0.0.1", 1), RedisCommands::replicaofNoOne);
  }

  @Test
  void coolDownsOfAReplicaAreHeardAlthoughThoseThatEndedCannotBeDropped() {
    RedisStore store = SERVER.store();
    answer(store.health().report(coolDown("ended", Duration.ofMillis(1))));
    answer(store.health().report(coolDown("lasts", MINUTES)));
    try (RedisServer.Commands admin = SERVER.commands()) {
      admin.redis().replicaof("127.0.0.1", 1);
      try {
        List<String> heard = new CopyOnWriteArrayList<>();
        store
            .health()
            .subscribe(all -> all.forEach(each -> heard.add(each.subject().credential())));
        await().atMost(RETURN).untilAsserted(() -> assertThat(heard).containsExactly("lasts"));
      } finally {
        admin.redis().replicaofNoOne();
      }
    }
  }

  private static HealthBoard.CoolDown coolDown(String credential, Duration remaining) {
    return new HealthBoard.CoolDown(
        new HealthBoard.Subject("p", credential, MODEL), "failures", remaining);
  }

  private static void refused(
      Consumer<RedisCommands<String, String>> begin, Consumer<RedisCommands<String, String>> end) {
    RedisStore store = SERVER.store();
    SessionKey known = session();
    Pin held = pin("a", "1");
    write(store.pins(), new PinWrite.Claim(known, MODEL, held, MINUTES));
    SessionKey refused = session();
    Pin first = pin("b", "1");
    try (RedisServer.Commands admin = SERVER.commands()) {
      begin.accept(admin.redis());
      try {
        assertThat(store.pins().write(new PinWrite.Claim(refused, MODEL, first, MINUTES)))
            .failsWithin(MINUTES);
        for (int i = 0; i < 100; i++) {
          assertThat(store.pins().write(new PinWrite.Claim(session(), MODEL, held, MINUTES)))
              .failsWithin(MINUTES);
          assertThat(read(store.pins(), known, MODEL)).isEqualTo(new PinState.Pinned(held));
        }
        long until = System.nanoTime() + RETURN.toNanos();
        while (System.nanoTime() < until) {
          assertThat(read(store.pins(), known, MODEL)).isEqualTo(new PinState.Pinned(held));
        }
        assertThat(store.state().healthy()).isTrue();
        assertThat(store.state().refusedSince()).isPresent();
        assertThat(store.state().waiting()).isEqualTo(101);
      } finally {
        end.accept(admin.redis());
      }
    }
    await()
        .atMost(RETURN)
        .until(() -> store.state().waiting() == 0 && store.state().refusedSince().isEmpty());
    assertThat(read(store.pins(), refused, MODEL)).isEqualTo(new PinState.Pinned(first));
  }
}
