package dev.mooring.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns show up for whoever looks, with where they went and why. */
class LiveTurnsTest {
  private static final String CONFIG =
      """
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: a, apiKey: key-of-a }, { id: b, apiKey: key-of-b }] }
      models:
        - { id: m, price: { input: 2, output: 8, cacheRead: 0.5 },
            targets: [{ provider: p, model: up-m }] }
      """;

  private Wire wire;

  @BeforeEach
  void start() {
    wire = TwoKeys.wire(CONFIG);
  }

  @AfterEach
  void stop() {
    wire.close();
  }

  @Test
  void aTurnTellsWhereItWentWhatItTookAndWhy() {
    chat("s1");
    JsonNode turn = awaitTurns(1).get(0);

    assertThat(turn.path("provider").asText()).isEqualTo("p");
    assertThat(turn.path("credential").asText()).isIn("a", "b");
    assertThat(turn.path("outcome").asText()).isEqualTo("no_pin");
    assertThat(turn.path("sessionSource").asText()).isEqualTo("explicit");
    assertThat(turn.path("session").asText()).hasSize(64);
    assertThat(turn.has("sessionId")).isFalse();
    assertThat(turn.path("inputTokens").asLong()).isPositive();
    assertThat(turn.path("costUsd").asDouble()).isPositive();
    assertThat(turn.path("moved").asBoolean()).isFalse();
    assertThat(turn.has("trail")).as("lists leave the trail out").isFalse();

    JsonNode whole =
        wire.manage("/admin/v1/turns/" + turn.path("requestId").asText()).json().path("trail");
    assertThat(whole)
        .extracting(line -> line.path("stage").asText())
        .contains("affinity", "attempt");
    assertThat(whole.toString()).doesNotContain("s1", "key-of-");
  }

  @Test
  void aSessionThatMovedShowsFromWhereAndWhy() {
    chat("s2");
    String first = awaitTurns(1).get(0).path("credential").asText();
    wire.simulator(0).credential(first).fault(Fault.status(401));
    chat("s2");
    awaitTurns(2);

    JsonNode overview = wire.manage("/admin/v1/overview").json();
    JsonNode move = overview.path("moves").path(0);
    assertThat(overview.path("totals").path("moves").asLong()).isEqualTo(1);
    assertThat(move.path("movedFrom").path("credential").asText()).isEqualTo(first);
    assertThat(move.path("credential").asText()).isNotEqualTo(first);
    assertThat(move.path("reason").asText()).isEqualTo("fallback");
    assertThat(wire.manage("/admin/v1/turns?moved=true").json().path("turns")).hasSize(1);
  }

  @Test
  void aTurnThatNobodyServedCountsAsFailedAndSaysWhy() {
    for (String credential : List.of("a", "b")) {
      wire.simulator(0).credential(credential).fault(Fault.status(401));
    }
    Answer answer = chat("s3");
    assertThat(answer.status()).isEqualTo(401);

    JsonNode turn = awaitTurns(1).get(0);
    JsonNode overview = wire.manage("/admin/v1/overview").json();
    assertThat(overview.path("totals").path("failed").asLong()).isEqualTo(1);
    assertThat(turn.path("status").asInt()).isEqualTo(401);
    assertThat(turn.path("error").asText()).isNotEmpty();
    assertThat(turn.has("provider")).isFalse();
  }

  @Test
  void whoeverWatchesSeesATurnWithinASecond() throws IOException {
    URI live = URI.create(wire.managementOrigin() + "/admin/v1/live");
    List<String> lines = new CopyOnWriteArrayList<>();
    Thread reader = new Thread(() -> read(live, lines));
    reader.start();
    await().until(() -> lines.contains("event: overview"));

    chat("s4");
    await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> lines.contains("event: turn") && count(lines, "event: overview") >= 2);
    assertThat(lines.stream().filter(line -> line.contains("\"outcome\":\"no_pin\""))).hasSize(1);
    reader.interrupt();
  }

  private static long count(List<String> lines, String line) {
    return lines.stream().filter(line::equals).count();
  }

  private static void read(URI live, List<String> lines) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(live.toURL().openStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add("ended");
    }
  }

  private Answer chat(String session) {
    return TwoKeys.chat(wire, session);
  }

  private List<JsonNode> awaitTurns(int count) {
    await().until(() -> wire.manage("/admin/v1/turns").json().path("turns").size() >= count);
    List<JsonNode> turns = new CopyOnWriteArrayList<>();
    wire.manage("/admin/v1/turns").json().path("turns").forEach(turns::add);
    return turns;
  }
}
