package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The point of it all: a conversation reads as much from the cache as without a gateway. */
class WarmCacheTest {
  private static final String CONFIG =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages], credentials: [{ id: a1, apiKey: ka1 }, { id: a2, apiKey: ka2 }, { id: a3, apiKey: ka3 }] }
      models:
        - { id: m, targets: [{ provider: a, model: m }] }
      """;
  private static final int TURNS = 50;

  private Wire wire;

  @BeforeEach
  void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(
                SimulatedKey.of("a1", "ka1"),
                SimulatedKey.of("a2", "ka2"),
                SimulatedKey.of("a3", "ka3")),
            SimulatorConfig.of(SimulatedKey.of("alone", "alone")));
  }

  @AfterEach
  void stop() {
    wire.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/chat/completions, x-session-id", "/v1/chat/completions, none",
    "/v1/responses, session_id", "/v1/messages, x-claude-code-session-id",
  })
  void fiftyTurnsReadAsMuchFromTheCacheAsWithoutAGateway(String path, String header) {
    for (String body : conversation(path)) {
      String[] session = header.equals("none") ? new String[0] : new String[] {header, "one"};
      assertThat(wire.post(path, body, session).status()).isEqualTo(200);
      assertThat(direct(path, body).status()).isEqualTo(200);
    }
    assertThat(cached(0)).isEqualTo(cached(1)).isPositive();
    assertThat(new HashSet<>(new Turns(wire).hits(0))).hasSize(1);
  }

  @Test
  void aHundredIdenticalRequestsTakeTheSameRouteAndSendTheSameBytes() {
    String body = Turns.body(Turns.CHAT, "m", "hi");
    for (int i = 0; i < 100; i++) {
      wire.post(Turns.CHAT, body, Turns.with("identical"));
    }
    assertThat(wire.received(0)).extracting(ReceivedRequest::credential).hasSize(100);
    assertThat(new HashSet<>(new Turns(wire).hits(0))).hasSize(1);
    assertThat(wire.received(0)).extracting(ReceivedRequest::bodyText).containsOnly(body);
  }

  private long cached(int simulator) {
    return wire.received(simulator).stream().mapToLong(ReceivedRequest::cacheRead).sum();
  }

  private Answer direct(String path, String body) {
    return wire.send(
        HttpRequest.newBuilder(URI.create(wire.simulator(1).origin() + path))
            .header("content-type", "application/json")
            .header("authorization", "Bearer alone")
            .header("x-api-key", "alone")
            .header("anthropic-version", "2023-06-01")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** The bodies of a conversation's turns, each longer than the one before. */
  private static List<String> conversation(String path) {
    List<String> bodies = new ArrayList<>();
    StringBuilder messages = new StringBuilder();
    for (int turn = 0; turn < TURNS; turn++) {
      String text = ("turn " + turn + " says much ").repeat(turn == 0 ? 400 : 20);
      String mark = ",\"cache_control\":{\"type\":\"ephemeral\"}";
      String block =
          switch (path) {
            case Turns.MESSAGES -> "[{\"type\":\"text\",\"text\":\"" + text + "\"%s}]";
            default -> "\"" + text + "\"";
          };
      String next = "{\"role\":\"user\",\"content\":" + block + "}";
      String sent = messages + next.formatted(mark);
      String list = path.equals(Turns.RESPONSES) ? "input" : "messages";
      bodies.add("{\"model\":\"m\",\"max_tokens\":8,\"" + list + "\":[" + sent + "]}");
      messages
          .append(next.formatted(""))
          .append(",{\"role\":\"assistant\",\"content\":\"I see ")
          .append(turn)
          .append("\"},");
    }
    return bodies;
  }
}
