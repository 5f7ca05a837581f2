package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.store.redis.RedisServer;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What stands in Redis after turns, what it costs, and how it got there. */
class RedisContentsTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String SESSION = "sess_8f3KQ2vXr9mT";

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  @Test
  void aPinLastsAsLongAsItsKeyAndCostsLittle() {
    try (Nodes nodes = new Nodes(SERVER.settings().withKeyPrefix("mooring:cost:"), 1);
        RedisServer.Commands commands = SERVER.commands()) {
      RedisCommands<String, String> redis = commands.redis();
      nodes.turn(0, SESSION).join();
      await().atMost(SOON).until(() -> redis.keys("mooring:cost:session:*").size() == 1);
      List<String> pins = redis.keys("mooring:cost:pin:*");
      assertThat(pins).hasSize(1);
      assertThat(redis.pttl(pins.get(0))).isBetween(200_000L, 285_000L);
      assertThat(redis.memoryUsage(pins.get(0))).isLessThan(400);
      String hash = pins.get(0).replaceAll(".*\\{(.*)\\}.*", "$1");
      long whole =
          redis.keys("mooring:cost:*{" + hash + "}*").stream().mapToLong(redis::memoryUsage).sum();
      assertThat(whole).isLessThan(1_536);
    }
  }

  @Test
  void aSessionsRecordCountsItsTurnsAndTheLogHasAnEventEach() {
    try (Nodes nodes = new Nodes(SERVER.settings().withKeyPrefix("record:"), 2);
        RedisServer.Commands commands = SERVER.commands()) {
      RedisCommands<String, String> redis = commands.redis();
      for (int turn = 0; turn < 4; turn++) {
        nodes.turn(turn % 2, SESSION).join();
      }
      await()
          .atMost(SOON)
          .until(
              () ->
                  redis.keys("record:session:*").stream()
                      .anyMatch(key -> "4".equals(redis.hget(key, "requests"))));
      Map<String, String> record = redis.hgetall(redis.keys("record:session:*").get(0));
      assertThat(record)
          .containsEntry("model", "m")
          .containsEntry("api", "chat_completions")
          .containsEntry("switches", "0")
          .containsKeys("provider", "credential", "assigned", "first", "last", "cached");
      assertThat(Long.parseLong(String.valueOf(record.get("input")))).isPositive();
      assertThat(Long.parseLong(String.valueOf(record.get("output")))).isPositive();
      List<StreamMessage<String, String>> events = new ArrayList<>();
      await()
          .atMost(SOON)
          .until(
              () -> {
                events.clear();
                redis
                    .keys("record:events:*")
                    .forEach(key -> events.addAll(redis.xrange(key, Range.unbounded())));
                return events.size() == 4;
              });
      assertThat(events)
          .allSatisfy(
              event ->
                  assertThat(event.getBody())
                      .containsEntry("status", "200")
                      .containsEntry("billing_model", "up")
                      .containsKeys("session", "request", "provider", "credential", "latency_ms"));
      assertThat(events.stream().map(event -> event.getBody().get("reason")))
          .containsExactlyInAnyOrder("weight", "affinity", "affinity", "affinity");
    }
  }

  @Test
  void aNodeThatGoesLeavesTheRecordOfItsLastTurnsBehind() {
    int turns = 20;
    try (Nodes nodes = new Nodes(SERVER.settings().withKeyPrefix("left:"), 1)) {
      new Traffic(nodes, "left-", turns).round(0);
    }
    try (RedisServer.Commands commands = SERVER.commands()) {
      RedisCommands<String, String> redis = commands.redis();
      assertThat(redis.keys("left:session:*"))
          .hasSize(turns)
          .allSatisfy(key -> assertThat(redis.hget(key, "requests")).isEqualTo("1"));
      assertThat(redis.keys("left:events:*").stream().mapToLong(redis::xlen).sum())
          .isEqualTo(turns);
    }
  }

  @Test
  void anEventTellsWhyItsCandidateServed() {
    try (Nodes nodes = new Nodes(SERVER.settings().withKeyPrefix("why:"), 1);
        RedisServer.Commands commands = SERVER.commands()) {
      int port = nodes.gateway(0).apiPort();
      String first = ",\"providerOptions\":{\"gateway\":{\"order\":[\"p1\"]}}";
      nodes.turn(port, "ordered", first).join();
      nodes.provider(1).credential("a").fault(Fault.status(500).times(1));
      nodes.provider(1).credential("b").fault(Fault.status(500).times(1));
      nodes.turn(port, "moved", first).join();
      List<String> reasons = new ArrayList<>();
      await()
          .atMost(SOON)
          .until(
              () -> {
                reasons.clear();
                for (String key : commands.redis().keys("why:events:*")) {
                  commands
                      .redis()
                      .xrange(key, Range.unbounded())
                      .forEach(event -> reasons.add(event.getBody().get("reason")));
                }
                return reasons.size() == 4;
              });
      assertThat(reasons).containsExactlyInAnyOrder("order", "order", "fallback", "fallback");
    }
  }

  @Test
  void noKeyAndNoValueHoldsASessionIdASecretOrAPrompt() {
    try (Nodes nodes = new Nodes(SERVER.settings().withKeyPrefix("secret:"), 1);
        RedisServer.Commands commands = SERVER.commands()) {
      RedisCommands<String, String> redis = commands.redis();
      String own =
          ",\"providerOptions\":{\"gateway\":{\"byok\":{\"p0\":[{\"apiKey\":\"key-b\"}]}}}";
      nodes.turn(nodes.gateway(0).apiPort(), SESSION, own).join();
      nodes.turn(nodes.gateway(0).apiPort(), SESSION, ",\"user\":\"alice\"").join();
      await().atMost(SOON).until(() -> !redis.keys("secret:events:*").isEmpty());
      StringBuilder all = new StringBuilder();
      for (String key : redis.keys("secret:*")) {
        all.append(key).append('\n');
        all.append(
            switch (redis.type(key)) {
              case "hash" -> redis.hgetall(key).toString();
              case "zset" -> redis.zrange(key, 0, -1).toString();
              case "stream" -> redis.xrange(key, Range.unbounded()).toString();
              default -> String.valueOf(redis.get(key));
            });
      }
      assertThat(all.toString())
          .contains("secret:pin:{")
          .doesNotContain(SESSION)
          .doesNotContain("key-a")
          .doesNotContain("key-b")
          .doesNotContain("alice")
          .doesNotContain("\"hi\"");
    }
  }

  @Test
  void aTurnIsOneReadAndOneScriptAndTheRecordComesInBatches() throws IOException {
    int turns = 60;
    try (Nodes nodes = new Nodes(SERVER.settings().withKeyPrefix("monitor:"), 1);
        RedisServer.Commands commands = SERVER.commands()) {
      Traffic traffic = new Traffic(nodes, "monitor-", turns);
      await().atMost(SOON).until(() -> nodes.meter(0, "mooring_store_up") == 1);
      traffic.round(0);
      List<String> seen = new CopyOnWriteArrayList<>();
      try (Socket monitor =
          new Socket(InetAddress.getLoopbackAddress(), SERVER.process(0).port())) {
        monitor.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(monitor.getInputStream(), StandardCharsets.UTF_8));
        assertThat(lines.readLine()).isEqualTo("+OK");
        Thread reader = new Thread(() -> lines.lines().forEach(seen::add));
        reader.setDaemon(true);
        reader.setUncaughtExceptionHandler((ended, closed) -> {});
        reader.start();
        traffic.round(0);
        await().atMost(SOON).until(() -> count(seen, "\"EVALSHA\"", "monitor:pin:") >= turns);
        await().atMost(SOON).until(() -> count(seen, "\"EVALSHA\"", "monitor:session:") >= 1);
        commands.redis().set("monitor-end", "1");
        await().atMost(SOON).until(() -> count(seen, "\"monitor-end\"", "") == 1);
      }
      assertThat(count(seen, "\"MGET\"", "monitor:pin:")).isEqualTo(turns);
      assertThat(count(seen, "\"EVALSHA\"", "monitor:pin:")).isEqualTo(turns);
      long others =
          seen.stream()
              .filter(line -> line.contains("monitor:") && !line.contains(" lua]"))
              .filter(line -> !line.contains("monitor:pin:") && !line.contains("cooldowns"))
              .count();
      assertThat(others).isLessThan(turns / 2);
    }
  }

  /** How many commands of clients hold both texts. */
  private static long count(List<String> seen, String command, String key) {
    return seen.stream()
        .filter(line -> !line.contains(" lua]"))
        .filter(line -> line.contains(command) && line.contains(key))
        .count();
  }
}
