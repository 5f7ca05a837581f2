package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.affinity.cache.Gaps;
import dev.mooring.affinity.cache.LearnedLifetimes.Cache;
import dev.mooring.store.redis.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What nodes learn of caches together. */
class CachesOverRedisTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String LARGE =
      ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"description\":\""
          + "the wind backs and the bar breaks ".repeat(400)
          + "\",\"parameters\":{\"type\":\"object\"}}}]";

  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  @Test
  void aGapIsMeasuredFromTheLastTurnOnAnyNodeAndAllNodesHearOfIt() {
    try (Nodes nodes = new Nodes(SERVER.settings(), 2)) {
      await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(300))
          .until(
              () -> {
                turn(nodes, 0);
                turn(nodes, 1);
                return !own(nodes, 0).isEmpty() && !own(nodes, 1).isEmpty();
              });
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                Cache cache = own(nodes, 0).keySet().iterator().next();
                int all = samples(nodes, 0, cache) + samples(nodes, 1, cache);
                assertThat(nodes.gateway(0).lifetimes().of(cache).samples()).isEqualTo(all);
                assertThat(nodes.gateway(1).lifetimes().of(cache).samples()).isEqualTo(all);
              });
    }
  }

  private static void turn(Nodes nodes, int node) {
    assertThat(nodes.turn(nodes.gateway(node).apiPort(), "learned", LARGE).join().status())
        .isEqualTo(200);
  }

  private static int samples(Nodes nodes, int node, Cache cache) {
    return Objects.requireNonNull(own(nodes, node).get(cache)).samples();
  }

  private static Map<Cache, Gaps> own(Nodes nodes, int node) {
    return new HashMap<>(nodes.gateway(node).lifetimes().own());
  }
}
