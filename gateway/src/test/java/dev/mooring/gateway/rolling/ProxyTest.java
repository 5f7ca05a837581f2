package dev.mooring.gateway.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Wire;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the operators' page says of proxies, through real ones. */
@Timeout(120)
class ProxyTest {
  private static final String CONFIGURATION =
      """
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", credentials: [{ id: a, apiKey: k }] }
      models: [{ id: m, targets: [{ provider: p, model: m }] }]
      """;
  private static final String STREAM =
      "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource(Balancer.Kind.class)
  void headersWithUnderscoresArrive(Balancer.Kind kind) {
    try (Wire wire = Wire.of(CONFIGURATION, SimulatorConfig.DEFAULTS);
        Balancer balancer = Balancer.start(kind, folder, List.of(wire.gateway().apiPort()))) {
      Exchange answer =
          Exchange.post(
              balancer.port(),
              "/v1/chat/completions",
              "session_id: of-codex",
              STREAM.replace("true", "false"));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(answer.headers())
          .containsEntry("x-mooring-session-id", "of-codex")
          .containsEntry("x-mooring-session-source", "agent");
    }
  }

  @ParameterizedTest
  @EnumSource(Balancer.Kind.class)
  void aBodyOfMegabytesArrives(Balancer.Kind kind) {
    try (Wire wire = Wire.of(CONFIGURATION, SimulatorConfig.DEFAULTS);
        Balancer balancer = Balancer.start(kind, folder, List.of(wire.gateway().apiPort()))) {
      String body = STREAM.replace("true", "false").replace("hi", "hi ".repeat(1_000_000));
      Exchange answer =
          Exchange.post(balancer.port(), "/v1/chat/completions", "x-session-id: large", body);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(wire.received(0).get(0).body().length).isGreaterThan(3_000_000);
    }
  }

  @ParameterizedTest
  @EnumSource(Balancer.Kind.class)
  void eventsArriveOneByOne(Balancer.Kind kind) throws Exception {
    SimulatorConfig slow =
        SimulatorConfig.of(SimulatedKey.of("a", "k").withSpeed(4, 0)).withReply(Reply.text(40));
    try (Wire wire = Wire.of(CONFIGURATION, slow);
        Balancer balancer = Balancer.start(kind, folder, List.of(wire.gateway().apiPort()));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), balancer.port())) {
      socket.setSoTimeout(60_000);
      String head =
          "POST /v1/chat/completions HTTP/1.1\r\nhost: mooring\r\ncontent-type: application/json"
              + "\r\ncontent-length: "
              + STREAM.length()
              + "\r\n\r\n";
      socket.getOutputStream().write((head + STREAM).getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      StringBuilder read = new StringBuilder();
      while (read.indexOf("\"content\":\"") < 0) {
        int octet = in.read();
        assertThat(octet).as(read.toString()).isNotNegative();
        read.append((char) octet);
      }
      Simulator provider = wire.simulator(0);
      assertThat(provider.requests().get(0).finished()).isFalse();
    }
  }
}
