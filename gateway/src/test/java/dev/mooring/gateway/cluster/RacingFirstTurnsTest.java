package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.wire.Answer;
import dev.mooring.store.redis.RedisServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** First turns of one session that race on several nodes. */
class RacingFirstTurnsTest {
  @RegisterExtension
  static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.SHARED);

  @Test
  void oneOfRacingFirstTurnsWinsAndTheSecondTurnsAllFollowIt() {
    race(40);
  }

  @Test
  @Tag("cluster")
  void ofManySessionsEachHasOneWinner() {
    race(200);
  }

  private static void race(int sessions) {
    try (Nodes nodes = new Nodes(SERVER.settings(), 4)) {
      for (int session = 0; session < sessions; session++) {
        String id = "race-" + sessions + "-" + session;
        String other = session % 2 == 0 ? "p0" : "p1";
        List<CompletableFuture<Answer>> firsts = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
          String order = i % 2 == 0 ? "[\"p0\",\"p1\"]" : "[\"p1\",\"p0\"]";
          firsts.add(
              nodes.turn(
                  nodes.gateway(i % 4).apiPort(),
                  id,
                  ",\"providerOptions\":{\"gateway\":{\"order\":" + order + "}}"));
        }
        Nodes.all(firsts);
        List<CompletableFuture<Answer>> seconds = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
          seconds.add(
              nodes.turn(
                  nodes.gateway(node).apiPort(),
                  id,
                  ",\"providerOptions\":{\"gateway\":{\"order\":[\"" + other + "\"]}}"));
        }
        assertThat(Traffic.followed(Nodes.all(seconds))).as(id).isEqualTo(4);
      }
      Map<String, List<String>> served = nodes.served();
      assertThat(served).hasSize(sessions);
      served.forEach(
          (session, by) -> {
            assertThat(by).as(session).hasSize(36);
            assertThat(new HashSet<>(by.subList(32, 36))).as(session).hasSize(1);
          });
      assertThat(served.values().stream().map(by -> by.get(35).substring(0, 2)).distinct())
          .containsExactlyInAnyOrder("p0", "p1");
    }
  }
}
