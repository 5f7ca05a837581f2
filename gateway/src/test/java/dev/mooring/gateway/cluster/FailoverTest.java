package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.store.redis.RedisProcess;
import dev.mooring.store.redis.RedisServer;
import dev.mooring.store.redis.RedisSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The primary of a Sentinel set, or of some slots of a Cluster, dies in the middle of traffic. */
class FailoverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int SESSIONS = 100;

  @RegisterExtension
  static final RedisServer SENTINEL = new RedisServer(RedisServer.Deployment.SENTINEL);

  @RegisterExtension
  static final RedisServer CLUSTER = new RedisServer(RedisServer.Deployment.CLUSTER);

  @Test
  void noRequestFailsAndSessionsKeepTheirChoiceOverASentinelFailOver() {
    RedisSettings settings = SENTINEL.settings().withTimeout(Duration.ofMillis(500));
    try (Nodes nodes = new Nodes(settings, 2)) {
      Traffic traffic = new Traffic(nodes, "sentinel-", SESSIONS);
      awaitUp(nodes);
      traffic.round(0, 1);
      traffic.roundWith(SENTINEL.process(0)::kill, 0, 1);
      await()
          .atMost(PATIENCE)
          .until(() -> Traffic.followed(traffic.round(0, 1)) >= SESSIONS * 99 / 100);
      assertThat(traffic.kept()).isGreaterThanOrEqualTo(SESSIONS * 99 / 100);
      assertThat(traffic.longest()).isLessThan(Traffic.PROMPTLY);
    }
  }

  @Test
  void noRequestFailsAndSessionsKeepTheirChoiceOverAClusterFailOver() {
    RedisSettings settings = CLUSTER.settings().withTimeout(Duration.ofMillis(500));
    try (RedisProcess replica = replicaOfFirst();
        Nodes nodes = new Nodes(settings, 2)) {
      Traffic traffic = new Traffic(nodes, "cluster-", SESSIONS);
      awaitUp(nodes);
      traffic.round(0, 1);
      assertThat(Traffic.followed(traffic.round(0, 1))).isEqualTo(SESSIONS);
      traffic.roundWith(CLUSTER.process(0)::kill, 0, 1);
      try (RedisServer.Commands commands = RedisServer.commands(replica.uri())) {
        await()
            .atMost(PATIENCE)
            .until(() -> commands.redis().info("replication").contains("role:master"));
      }
      await()
          .atMost(PATIENCE)
          .until(() -> Traffic.followed(traffic.round(0, 1)) >= SESSIONS * 99 / 100);
      assertThat(traffic.kept()).isGreaterThanOrEqualTo(SESSIONS * 99 / 100);
      assertThat(traffic.longest()).isLessThan(Traffic.PROMPTLY);
    }
  }

  /** A fourth node of the cluster that stands by for the first. */
  private static RedisProcess replicaOfFirst() {
    RedisProcess replica =
        RedisProcess.start("--cluster-enabled", "yes", "--cluster-node-timeout", "2000");
    try (RedisServer.Commands first = RedisServer.commands(CLUSTER.process(0).uri());
        RedisServer.Commands fourth = RedisServer.commands(replica.uri())) {
      String id = first.redis().clusterMyId();
      fourth.redis().clusterMeet("127.0.0.1", CLUSTER.process(0).port());
      await().atMost(PATIENCE).until(() -> fourth.redis().clusterNodes().contains(id));
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> "OK".equals(fourth.redis().clusterReplicate(id)));
      await()
          .atMost(PATIENCE)
          .until(() -> first.redis().info("replication").contains("state=online"));
    }
    return replica;
  }

  private static void awaitUp(Nodes nodes) {
    for (int i = 0; i < 2; i++) {
      int node = i;
      await().atMost(PATIENCE).until(() -> nodes.meter(node, "mooring_store_up") == 1);
    }
  }
}
