package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.wire.Answer;
import dev.mooring.store.redis.RedisServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Any node serves any turn (contract, section 7). */
class AnyNodeTest {
  /** The 99.9 % point of the chi-square distribution with one degree of freedom. */
  private static final double CHI_SQUARE_LIMIT = 10.83;

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void aSessionKeepsItsProviderAndCredentialOnWhateverNodeItsTurnsArrive() {
    keeps(200, 5);
  }

  @Test
  @Tag("cluster")
  void manySessionsKeepTheirsOverLongConversations() {
    keeps(500, 10);
  }

  private static void keeps(int sessions, int turns) {
    Random random = new Random(7);
    try (Nodes nodes = new Nodes(SERVER.settings(), 3)) {
      for (int turn = 0; turn < turns; turn++) {
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
          answers.add(nodes.turn(random.nextInt(3), "any-" + turns + "-" + session));
          if (answers.size() % 50 == 0) {
            Nodes.all(answers);
          }
        }
        String expected = turn == 0 ? "no_pin" : "promoted|confirmed";
        assertThat(Nodes.all(answers))
            .allSatisfy(
                answer -> {
                  assertThat(answer.status()).isEqualTo(200);
                  assertThat(answer.header("x-mooring-affinity")).matches(expected);
                });
      }
      Map<String, List<String>> served = nodes.served();
      assertThat(served).hasSize(sessions);
      Map<String, Integer> firsts = new HashMap<>();
      served.forEach(
          (session, by) -> {
            assertThat(by).as(session).hasSize(turns);
            assertThat(new HashSet<>(by)).as(session).hasSize(1);
            firsts.merge(by.get(0), 1, Integer::sum);
          });
      int p0 = firsts.getOrDefault("p0/a", 0) + firsts.getOrDefault("p0/b", 0);
      assertThat(chiSquare(p0, 0.7 * sessions, sessions)).isLessThan(CHI_SQUARE_LIMIT);
      assertThat(chiSquare(firsts.getOrDefault("p0/a", 0), p0 / 2.0, p0))
          .isLessThan(CHI_SQUARE_LIMIT);
      assertThat(nodes.meter(0, "mooring_store_up")).isEqualTo(1);
    }
  }

  private static double chiSquare(double seen, double expected, double all) {
    double difference = seen - expected;
    return difference * difference / expected + difference * difference / (all - expected);
  }
}
