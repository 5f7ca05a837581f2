package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.store.redis.RedisServer;
import dev.mooring.store.redis.RedisSettings;
import dev.mooring.store.redis.Relay;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis fails in the middle of traffic, in every way it can. */
class OutageUnderTrafficTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration TIMEOUT = Duration.ofMillis(500);
  private static final int SESSIONS = 100;

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void noRequestFailsAndSessionsKeepTheirChoiceWhileRedisIsStoppedAndComesBackEmpty() {
    try (Nodes nodes = new Nodes(settings("stopped:"), 2)) {
      Traffic traffic = new Traffic(nodes, "stopped-", SESSIONS);
      awaitUp(nodes, 0, 1);
      traffic.round(0, 1);
      traffic.roundWith(SERVER.process(0)::kill, 0, 1);
      traffic.round(0, 1);
      traffic.roundWith(SERVER.process(0)::start, 0, 1);
      awaitUp(nodes, 0, 1);
      awaitReplayed(nodes, 0, 1);
      assertThat(Traffic.followed(traffic.round(0, 1))).isGreaterThanOrEqualTo(SESSIONS * 99 / 100);
      assertThat(traffic.kept()).isGreaterThanOrEqualTo(SESSIONS * 99 / 100);
      assertThat(traffic.longest()).isLessThan(Traffic.PROMPTLY);
    }
  }

  @Test
  void noRequestWaitsForAPausedRedisOnceTheBreakerIsOpen() {
    try (Nodes nodes = new Nodes(settings("paused:"), 1)) {
      Traffic traffic = new Traffic(nodes, "paused-", SESSIONS);
      awaitUp(nodes, 0);
      traffic.round(0);
      try {
        traffic.roundWith(SERVER.process(0)::pause, 0);
        await().atMost(SOON).until(() -> nodes.meter(0, "mooring_store_up") == 0);
        traffic.round(0);
        double waited = failedReads(nodes, "sum");
        double calls = failedReads(nodes, "count");
        traffic.round(0);
        double made = failedReads(nodes, "count") - calls;
        assertThat(made).isEqualTo(SESSIONS);
        assertThat((failedReads(nodes, "sum") - waited) / made)
            .isLessThan(TIMEOUT.toMillis() / 1000.0 / 10);
      } finally {
        SERVER.process(0).resume();
      }
      awaitUp(nodes, 0);
      awaitReplayed(nodes, 0);
      assertThat(Traffic.followed(traffic.round(0))).isGreaterThanOrEqualTo(SESSIONS * 99 / 100);
      assertThat(traffic.kept()).isGreaterThanOrEqualTo(SESSIONS * 99 / 100);
      assertThat(traffic.longest()).isLessThan(Traffic.PROMPTLY);
    }
  }

  @Test
  void aNodeThatIsCutOffChoosesAsTheOthersDoAndComesBack() throws IOException {
    try (Relay relay = new Relay(SERVER.process(0).port());
        Nodes nodes = new Nodes(settings("cut:"), 1)) {
      int far =
          nodes.add(
              RedisSettings.of("redis://127.0.0.1:" + relay.port())
                  .withKeyPrefix("cut:")
                  .withTimeout(TIMEOUT),
              InstantSource.system());
      Traffic traffic = new Traffic(nodes, "cut-", SESSIONS);
      awaitUp(nodes, 0, far);
      traffic.round(0, far);
      traffic.roundWith(relay::cut, 0, far);
      await().atMost(SOON).until(() -> nodes.meter(far, "mooring_store_up") == 0);
      traffic.round(0, far);
      assertThat(nodes.manage(0, "/readyz").text()).contains("\"status\":\"ok\"");
      relay.heal();
      awaitUp(nodes, far);
      awaitReplayed(nodes, far);
      assertThat(Traffic.followed(traffic.round(far))).isGreaterThanOrEqualTo(SESSIONS * 99 / 100);
      assertThat(traffic.kept()).isGreaterThanOrEqualTo(SESSIONS * 99 / 100);
      assertThat(traffic.longest()).isLessThan(Traffic.PROMPTLY);
    }
  }

  @Test
  void nodesWhoseClocksAreTwoMinutesApartDecideTheSame() {
    RedisSettings settings = settings("clocks:");
    InstantSource ahead = () -> InstantSource.system().instant().plusSeconds(120);
    UnaryOperator<String> pinsOfOneMinute =
        yaml -> yaml.replace("    retry:", "    cacheLifetime: 75s\n    retry:");
    try (Nodes nodes = new Nodes(settings, 1, pinsOfOneMinute)) {
      int fast = nodes.add(settings, ahead);
      Traffic traffic = new Traffic(nodes, "clocks-", SESSIONS);
      awaitUp(nodes, 0, fast);
      traffic.round(0);
      assertThat(Traffic.followed(traffic.round(fast))).isEqualTo(SESSIONS);
      assertThat(Traffic.followed(traffic.round(0))).isEqualTo(SESSIONS);
      assertThat(traffic.kept()).isEqualTo(SESSIONS);
    }
  }

  private static RedisSettings settings(String prefix) {
    return SERVER.settings().withKeyPrefix(prefix).withTimeout(TIMEOUT);
  }

  private static double failedReads(Nodes nodes, String what) {
    return nodes.meter(
        0,
        "mooring_store_calls_seconds_" + what,
        List.of("operation=\"read\"", "result=\"failed\""));
  }

  private static void awaitUp(Nodes nodes, int... all) {
    for (int node : all) {
      await().atMost(SOON).until(() -> nodes.meter(node, "mooring_store_up") == 1);
    }
  }

  private static void awaitReplayed(Nodes nodes, int... all) {
    for (int node : all) {
      await().atMost(SOON).until(() -> nodes.meter(node, "mooring_store_writes_waiting") == 0);
    }
  }
}
