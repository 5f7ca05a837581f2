package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What nodes tell each other of themselves. */
class NodeReportsTest {
  private static final Duration SOON = Duration.ofSeconds(8);

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void everyNodeHearsAllInTheSameOrderAndTheNewestOfEach() {
    AtomicReference<String> mine = new AtomicReference<>("first");
    AtomicReference<List<String>> one = start(SERVER.store(), mine);
    AtomicReference<List<String>> two = start(SERVER.store(), new AtomicReference<>("other\n2"));
    await(() -> one.get().contains("other\n2") && one.get().equals(two.get()));
    assertThat(one.get()).contains("first");
    mine.set("second");
    await(() -> two.get().contains("second") && !two.get().contains("first"));
  }

  @Test
  void whileRedisIsAwayNothingIsHeardAndAllIsHeardAgainWhenItIsBack() {
    RedisStore store = SERVER.store(SERVER.settings().withTimeout(Duration.ofMillis(100)));
    AtomicReference<List<String>> heard = start(store, new AtomicReference<>("me"));
    await(() -> heard.get().contains("me"));
    SERVER.process(0).kill();
    await(() -> heard.get().isEmpty());
    SERVER.process(0).start();
    await(() -> heard.get().contains("me"));
  }

  private static AtomicReference<List<String>> start(
      RedisStore store, AtomicReference<String> own) {
    AtomicReference<List<String>> heard = new AtomicReference<>(List.of());
    store.reports().start(own::get, heard::set);
    return heard;
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(SOON).until(condition);
  }
}
