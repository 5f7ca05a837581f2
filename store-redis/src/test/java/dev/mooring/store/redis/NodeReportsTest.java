package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What nodes tell each other of themselves. */
class NodeReportsTest {
  private static final Duration SOON = Duration.ofSeconds(8);

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void everyNodeHearsAllInTheSameOrderAndTheNewestOfEach() {
    Member one = new Member(SERVER.store(), "first");
    Member two = new Member(SERVER.store(), "other\n2");
    await(() -> one.heard.contains("other\n2") && one.heard.equals(two.heard));
    assertThat(one.heard).contains("first");
    one.tells = "second";
    await(() -> two.heard.contains("second") && !two.heard.contains("first"));
  }

  @Test
  void whileRedisIsAwayNothingIsHeardAndAllIsHeardAgainWhenItIsBack() {
    RedisStore store = SERVER.store(SERVER.settings().withTimeout(Duration.ofMillis(100)));
    Member member = new Member(store, "me");
    await(() -> member.heard.contains("me"));
    SERVER.process(0).kill();
    await(() -> member.heard.isEmpty());
    SERVER.process(0).start();
    await(() -> member.heard.contains("me"));
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(SOON).until(condition);
  }

  /** A node: what it tells, and what it heard last. */
  private static final class Member {
    private volatile String tells;
    private volatile List<String> heard = List.of();

    Member(RedisStore store, String tells) {
      this.tells = tells;
      store.reports().start(() -> this.tells, all -> heard = all);
    }
  }
}
