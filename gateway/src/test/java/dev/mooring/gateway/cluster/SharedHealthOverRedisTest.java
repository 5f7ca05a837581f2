package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.store.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What one node learns of a credential, all nodes heed. */
class SharedHealthOverRedisTest {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  @Test
  void whatOneNodeLearnsOfACredentialAllNodesHeedWithinASecondAndANewNodeFromItsStart() {
    try (Nodes nodes = new Nodes(SERVER.settings(), 2)) {
      for (int provider = 0; provider < 2; provider++) {
        nodes.provider(provider).credential("a").fault(Fault.rateLimited(30).always());
      }
      int sent = 0;
      while (limited(nodes) < 2) {
        assertThat(nodes.turn(0, "learns-" + sent++).join().status()).isEqualTo(200);
      }
      await().atMost(Duration.ofSeconds(1)).until(() -> down(nodes, 1));
      int late = nodes.add();
      await().atMost(Duration.ofSeconds(1)).until(() -> down(nodes, late));
      for (int node = 1; node < 3; node++) {
        for (int i = 0; i < 20; i++) {
          Answer answer = nodes.turn(node, "heeds-" + node + "-" + i).join();
          assertThat(answer.status()).isEqualTo(200);
        }
      }
      Map<String, List<String>> served = nodes.served();
      served.keySet().removeIf(session -> session.startsWith("learns-"));
      assertThat(served).hasSize(40);
      assertThat(served.values())
          .allSatisfy(by -> assertThat(by).hasSize(1).allMatch(each -> each.endsWith("/b")));
    }
  }

  /** How many of the rate-limited credentials a turn has met. */
  private static long limited(Nodes nodes) {
    return nodes.served().values().stream()
        .flatMap(List::stream)
        .filter(by -> by.endsWith("/a"))
        .distinct()
        .count();
  }

  private static boolean down(Nodes nodes, int node) {
    Health health = nodes.gateway(node).health();
    return health.isDown(new Health.Subject("p0", "a", "up"))
        && health.isDown(new Health.Subject("p1", "a", "up"));
  }
}
