package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.store.redis.RedisServer;
import dev.mooring.store.redis.RedisSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that joins others knows from its first turn on what they know. */
class NewNodeTest {
  private static final int SESSIONS = 20;
  private static final String ORDERED = ",\"providerOptions\":{\"gateway\":{\"order\":[\"p1\"]}}";

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void theFirstTurnsOfANewNodeFollowPinsThatTheHashWouldNotHaveChosen() {
    try (Nodes nodes = new Nodes(patient(), 1)) {
      List<CompletableFuture<Answer>> first = new ArrayList<>();
      for (int session = 0; session < SESSIONS; session++) {
        first.add(nodes.turn(nodes.gateway(0).apiPort(), "joined-" + session, ORDERED));
      }
      assertThat(Nodes.all(first))
          .allSatisfy(answer -> assertThat(answer.header("x-mooring-provider")).isEqualTo("p1"));
      int late = slowly(nodes);
      List<CompletableFuture<Answer>> second = new ArrayList<>();
      for (int session = 0; session < SESSIONS; session++) {
        second.add(nodes.turn(late, "joined-" + session));
      }
      assertThat(Nodes.all(second))
          .allSatisfy(
              answer -> {
                assertThat(answer.header("x-mooring-provider")).isEqualTo("p1");
                assertThat(answer.header("x-mooring-affinity")).matches("promoted|confirmed");
              });
    }
  }

  @Test
  void theFirstTurnsOfANewNodeLeaveACredentialThatAnotherNodeKnowsToBeDown() {
    try (Nodes nodes = new Nodes(patient(), 1)) {
      nodes.provider(0).credential("a").fault(Fault.rateLimited(30).always());
      nodes.provider(0).credential("b").fault(Fault.rateLimited(30).always());
      for (int session = 0; session < SESSIONS; session++) {
        assertThat(nodes.turn(0, "limited-" + session).join().status()).isEqualTo(200);
      }
      int late = slowly(nodes);
      for (int session = 0; session < SESSIONS; session++) {
        assertThat(nodes.turn(late, "unlimited-" + session).join().status()).isEqualTo(200);
      }
      Map<String, List<String>> served = nodes.served();
      served.keySet().removeIf(session -> session.startsWith("limited-"));
      assertThat(served.values())
          .hasSize(SESSIONS)
          .allSatisfy(by -> assertThat(by).singleElement().asString().startsWith("p1"));
    }
  }

  /** Adds a node while Redis takes its time; it is not there before Redis has answered. */
  private static int slowly(Nodes nodes) {
    SERVER.process(0).pause();
    CompletableFuture<Integer> added = CompletableFuture.supplyAsync(nodes::add);
    await().during(Duration.ofMillis(300)).until(() -> !added.isDone());
    SERVER.process(0).resume();
    return added.join();
  }

  private static RedisSettings patient() {
    return SERVER.settings().withKeyPrefix("new" + System.nanoTime() + ":");
  }
}
