package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.wire.Answer;
import dev.mooring.store.redis.RedisServer;
import dev.mooring.store.redis.RedisSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits and budgets are one for all nodes (contract, sections 2 and 7). */
class LimitsOverNodesTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String CENTS_5 = ",\"max_tokens\":5";

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  /** Calls whose output tokens cost one cent each, to nodes in turn. */
  private static List<Answer> calls(Nodes nodes, int count, String secret, String members) {
    List<CompletableFuture<Answer>> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int port = nodes.gateway(i % 2).apiPort();
      calls.add(nodes.turn(port, "limits-" + i, members, secret));
    }
    return Nodes.all(calls);
  }

  private static Nodes nodes(Duration timeout) {
    RedisSettings settings =
        SERVER.settings().withKeyPrefix("limits" + System.nanoTime() + ":").withTimeout(timeout);
    Nodes nodes = new Nodes(settings, 2, LimitsOverNodesTest::limited);
    for (int i = 0; i < 2; i++) {
      int node = i;
      await().atMost(SOON).until(() -> nodes.meter(node, "mooring_store_up") == 1);
    }
    return nodes;
  }

  private static String limited(String yaml) {
    return """
        teams:
          - id: acme
            budget: { limitUsd: 1000, period: month }
            keys:
              - { id: budget, secret: sk-budget, budget: { limitUsd: 1, period: 30d } }
              - { id: rate, secret: sk-rate, rateLimit: { requests: 100, per: 1h } }
        """
        + yaml.replace("- id: m\n", "- id: m\n    price: { input: 0, output: 10000 }\n");
  }

  @Test
  void concurrentCallsOnTwoNodesNeverSpendMoreThanTheBudget() {
    try (Nodes nodes = nodes(Duration.ofSeconds(5))) {
      List<Answer> answers = calls(nodes, 64, "sk-budget", CENTS_5);
      assertThat(answers).extracting(Answer::status).containsOnly(200, 402);
      List<Answer> served = answers.stream().filter(each -> each.status() == 200).toList();
      BigDecimal spent =
          served.stream()
              .map(each -> new BigDecimal(each.gateway().path("cost").asText()))
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      assertThat(served).hasSize(20);
      assertThat(spent).isEqualByComparingTo("1");
      assertThat(calls(nodes, 2, "sk-budget", CENTS_5)).allMatch(each -> each.status() == 402);
    }
  }

  @Test
  void whatConcurrentCallsDidNotUseOfTheirReservationsIsSpentByLaterOnes() {
    try (Nodes nodes = nodes(Duration.ofSeconds(5))) {
      List<Answer> first = calls(nodes, 8, "sk-budget", ",\"max_tokens\":50");
      assertThat(first).extracting(Answer::status).containsOnly(200, 402);
      int served = (int) first.stream().filter(each -> each.status() == 200).count();
      assertThat(served).isBetween(2, 4); // 0.20 each, of which 0.50 were reserved
      await()
          .atMost(SOON)
          .until(
              () -> {
                calls(nodes, 2, "sk-budget", ",\"max_tokens\":1");
                return calls(nodes, 1, "sk-budget", ",\"max_tokens\":1").get(0).status() == 402;
              });
      long tokens =
          (long) nodes.provider(0).requests().size() + nodes.provider(1).requests().size() - served;
      assertThat(served * 20L + tokens).isEqualTo(100);
    }
  }

  @Test
  void twoNodesTogetherGrantTheLimitExactly() {
    try (Nodes nodes = nodes(Duration.ofSeconds(5))) {
      List<Answer> answers = calls(nodes, 160, "sk-rate", CENTS_5);
      assertThat(answers).filteredOn(each -> each.status() == 200).hasSize(100);
      assertThat(answers)
          .filteredOn(each -> each.status() != 200)
          .hasSize(60)
          .allSatisfy(
              each -> {
                assertThat(each.status()).isEqualTo(429);
                assertThat(each.header("retry-after")).isEqualTo("60");
              });
      try (RedisServer.Commands client = SERVER.commands()) {
        assertThat(client.redis().keys("limits*"))
            .filteredOn(key -> key.contains(":limit:"))
            .allSatisfy(key -> assertThat(key).contains(":limit:{acme}:").doesNotContain("sk-"))
            .allSatisfy(key -> assertThat(client.redis().pttl(key)).isPositive());
      }
    }
  }

  @Test
  void anOutageLosesNoRequestAndEachNodeKeepsToTheLimitByItself() {
    try (Nodes nodes = nodes(Duration.ofMillis(200))) {
      assertThat(calls(nodes, 10, "sk-rate", CENTS_5)).allMatch(each -> each.status() == 200);
      SERVER.process(0).kill();
      try {
        List<Answer> answers = calls(nodes, 220, "sk-rate", CENTS_5);
        assertThat(answers).filteredOn(each -> each.status() == 200).hasSize(200);
        assertThat(answers).filteredOn(each -> each.status() == 429).hasSize(20);
        assertThat(nodes.meter(0, "mooring_limits_alone_total")).isEqualTo(110);
      } finally {
        SERVER.process(0).start();
      }
      await().atMost(SOON).until(() -> calls(nodes, 1, "sk-rate", CENTS_5).get(0).status() == 429);
      int port = nodes.gateway(1).apiPort();
      await()
          .atMost(SOON)
          .until(() -> nodes.turn(port, "after", CENTS_5, "sk-rate").join().status() == 429);
    }
  }
}
