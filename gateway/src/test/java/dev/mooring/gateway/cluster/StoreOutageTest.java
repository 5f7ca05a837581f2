package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.wire.Answer;
import dev.mooring.store.redis.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a node tells of a store that does not answer. */
class StoreOutageTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void readinessNamesAStoreThatIsAwayAndTheNodeStaysReady() {
    try (Nodes nodes = new Nodes(SERVER.settings().withTimeout(Duration.ofMillis(50)), 1)) {
      await().atMost(SOON).until(() -> nodes.manage(0, "/readyz").text().contains("\"ok\""));
      SERVER.process(0).kill();
      await().atMost(SOON).until(() -> nodes.manage(0, "/readyz").text().contains("\"down\""));
      Answer ready = nodes.manage(0, "/readyz");
      assertThat(ready.status()).isEqualTo(200);
      assertThat(ready.json().path("checks").path("store").path("type").asText())
          .isEqualTo("redis");
      assertThat(ready.json().path("checks").path("store").path("since").asText()).isNotEmpty();
      assertThat(nodes.manage(0, "/livez").status()).isEqualTo(200);
      assertThat(nodes.turn(0, "meanwhile").join().status()).isEqualTo(200);
      assertThat(nodes.meter(0, "mooring_store_up")).isZero();
      assertThat(nodes.meter(0, "mooring_store_writes_waiting")).isEqualTo(1);
      assertThat(nodes.meter(0, "mooring_pin_read_failures_total")).isEqualTo(1);
      assertThat(nodes.meter(0, "mooring_store_calls_seconds_count")).isPositive();
      SERVER.process(0).start();
      await()
          .atMost(Duration.ofSeconds(2))
          .until(() -> nodes.manage(0, "/readyz").text().contains("\"ok\""));
      await().atMost(SOON).until(() -> nodes.meter(0, "mooring_store_writes_replayed_total") == 1);
      Answer next = nodes.turn(0, "meanwhile").join();
      assertThat(next.header("x-mooring-affinity")).isEqualTo("confirmed");
    }
  }

  @Test
  void sessionsKeepTheirPinsWhileRedisRefusesWritesAndReadinessTellsOfIt() {
    try (Nodes nodes = new Nodes(SERVER.settings(), 1);
        RedisServer.Commands admin = SERVER.commands()) {
      await().atMost(SOON).until(() -> nodes.manage(0, "/readyz").text().contains("\"ok\""));
      assertThat(nodes.turn(0, "kept").join().status()).isEqualTo(200);
      admin.redis().configSet("maxmemory", "1");
      try {
        for (int i = 0; i < 25; i++) {
          assertThat(nodes.turn(0, "new " + i).join().status()).isEqualTo(200);
          Answer turn = nodes.turn(0, "kept").join();
          assertThat(turn.header("x-mooring-affinity")).as("turn %d", i).isEqualTo("confirmed");
        }
        String ready = nodes.manage(0, "/readyz").text();
        assertThat(ready).contains("\"down\"").contains("refuses writes");
        assertThat(nodes.meter(0, "mooring_store_up")).isZero();
        assertThat(nodes.meter(0, "mooring_store_writes_refused")).isPositive();
        assertThat(nodes.meter(0, "mooring_store_breakers_open")).isZero();
        assertThat(nodes.meter(0, "mooring_store_writes_waiting")).isEqualTo(26);
      } finally {
        admin.redis().configSet("maxmemory", "0");
      }
      await()
          .atMost(Duration.ofSeconds(2))
          .until(() -> nodes.manage(0, "/readyz").text().contains("\"ok\""));
      await().atMost(SOON).until(() -> nodes.meter(0, "mooring_store_writes_waiting") == 0);
    }
  }

  @Test
  void aNodeStartsWithoutItsStoreAndUsesItWhenItComes() {
    SERVER.process(0).kill();
    try (Nodes nodes = new Nodes(SERVER.settings().withTimeout(Duration.ofMillis(50)), 1)) {
      assertThat(nodes.manage(0, "/readyz").text()).contains("\"down\"");
      assertThat(nodes.manage(0, "/readyz").status()).isEqualTo(200);
      assertThat(nodes.turn(0, "early").join().status()).isEqualTo(200);
      SERVER.process(0).start();
      await()
          .atMost(Duration.ofSeconds(2))
          .until(() -> nodes.manage(0, "/readyz").text().contains("\"ok\""));
    }
  }
}
