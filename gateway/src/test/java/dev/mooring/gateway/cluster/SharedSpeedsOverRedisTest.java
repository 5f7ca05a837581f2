package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.config.HealthConfig;
import dev.mooring.gateway.routing.Condition;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.Speeds;
import dev.mooring.store.redis.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What one node measures, all nodes go by. */
class SharedSpeedsOverRedisTest {
  private static final Duration SOON = Duration.ofSeconds(8);

  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  @Test
  void allNodesGoByTheSameSpeedsAndFindTheSameDegraded() {
    try (Nodes nodes = new Nodes(SERVER.settings(), 2)) {
      assertThat(nodes.turn(0, "measured").join().status()).isEqualTo(200);
      nodes.gateway(0).speeds().began("p0", "up", Duration.ofMillis(77));
      Speeds other = nodes.gateway(1).speeds();
      await().atMost(SOON).until(() -> other.ttftMillis("p0", "up").isPresent());
      assertThat(other.ttftMillis("p0", "up")).hasValue(77);
      Health health = nodes.gateway(0).health();
      HealthConfig rules = nodes.gateway(0).config().health();
      Health.Subject subject = new Health.Subject("p0", "a", "up");
      for (int i = 0; i < 20; i++) {
        health.succeeded(subject, true, rules);
      }
      await()
          .atMost(SOON)
          .until(() -> nodes.gateway(1).health().condition(subject) == Condition.DEGRADED);
    }
  }
}
