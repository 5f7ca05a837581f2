package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.wire.Answer;
import dev.mooring.store.redis.RedisServer;
import dev.mooring.store.redis.RedisSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A node that dies in the middle of traffic takes no pin with it. */
class KilledNodeTest {
  private static final int SESSIONS = 60;

  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  @TempDir Path folder = Path.of("");

  @Test
  void theOtherNodesKeepEveryPinOfANodeThatWasKilledInTheMiddleOfTraffic() {
    RedisSettings settings = SERVER.settings().withTimeout(Duration.ofSeconds(2));
    try (Nodes nodes = new Nodes(settings, 1);
        NodeProcess doomed = new NodeProcess(folder, nodes.yaml(settings))) {
      await()
          .atMost(Duration.ofSeconds(40))
          .until(() -> nodes.page(doomed.managementPort(), "/readyz").text().contains("\"ok\""));
      List<CompletableFuture<Answer>> first = new ArrayList<>();
      for (int session = 0; session < SESSIONS; session++) {
        first.add(nodes.turn(doomed.port(), "killed-" + session, ""));
      }
      assertThat(Nodes.all(first)).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
      List<CompletableFuture<Answer>> running = new ArrayList<>();
      for (int session = 0; session < SESSIONS; session++) {
        running.add(nodes.turn(doomed.port(), "killed-" + session, ""));
      }
      doomed.kill();
      running.forEach(answer -> assertThat(answer.handle((done, failure) -> true)).isNotNull());
      Traffic traffic = new Traffic(nodes, "killed-", SESSIONS);
      assertThat(Traffic.followed(traffic.round(0))).isEqualTo(SESSIONS);
      assertThat(traffic.kept()).isEqualTo(SESSIONS);
    }
  }
}
