package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An answer through the gateway is the direct answer, byte for byte, but for the metadata. */
class PassThroughStreamTest {
  private static final String METADATA = "\"provider_metadata\":";

  /** These change how the bytes travel and not what they are. */
  private static final Set<FaultKind> ONLY_TRANSPORT =
      Set.of(FaultKind.GZIP, FaultKind.ONE_BYTE_CHUNKS);

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static Wire wire;

  @BeforeAll
  static void start() {
    SimulatorConfig twin =
        SimulatorConfig.DEFAULTS
            .withName("twin")
            .withKeys(List.of(SimulatedKey.of("k", "sk-k")))
            .withReply(Reply.text(20).withReasoning().withToolCall("look", "{\"at\":\"日本\"}"));
    wire =
        Wire.of(
            """
            providers:
              - id: p
                type: openai-compatible
                apis: [chat, responses, messages]
                baseUrl: "@0"
                credentials: [{ id: k, apiKey: sk-k }]
            models: [{ id: m, targets: [{ provider: p, model: m }] }]
            """,
            twin,
            twin);
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void startAnew() {
    wire.simulator(0).credential("k").clearFaults();
    wire.simulator(1).credential("k").clearFaults();
  }

  static Stream<Arguments> deliveries() {
    List<Arguments> cases = new ArrayList<>();
    for (SampleTurn api : SampleTurn.values()) {
      for (FaultKind kind :
          List.of(
              FaultKind.ONE_BYTE_CHUNKS,
              FaultKind.CRLF,
              FaultKind.COMMENTS,
              FaultKind.PINGS,
              FaultKind.GZIP)) {
        cases.add(Arguments.of(api, Fault.of(kind), kind + ""));
      }
      cases.add(Arguments.of(api, Fault.of(FaultKind.SECOND_START, 9), "SECOND_START"));
      cases.add(Arguments.of(api, Fault.of(FaultKind.LARGE_TEXT, 1_200_000), "LARGE_TEXT"));
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("deliveries")
  void aStreamArrivesIntactHoweverItIsDelivered(SampleTurn api, Fault fault, String name) {
    wire.simulator(0).credential("k").fault(fault);
    if (!ONLY_TRANSPORT.contains(fault.kind())) {
      wire.simulator(1).credential("k").fault(fault);
    }
    assertSame(api, true);
  }

  @ParameterizedTest
  @EnumSource
  void aPlainStreamAndADocumentAreThoseOfTheProvider(SampleTurn api) {
    assertSame(api, true);
    assertSame(api, false);
  }

  @ParameterizedTest
  @EnumSource
  void aDocumentThatCameCompressedArrivesPlain(SampleTurn api) {
    wire.simulator(0).credential("k").fault(Fault.of(FaultKind.GZIP));
    assertSame(api, false);
  }

  private static void assertSame(SampleTurn api, boolean stream) {
    String usage =
        stream && api == SampleTurn.CHAT ? "\"stream_options\":{\"include_usage\":true}," : "";
    String body = api.body("m", stream, usage);
    Answer relayed = wire.post(api.path(), body);
    Answer direct =
        wire.send(
            HttpRequest.newBuilder(URI.create(wire.simulator(1).origin() + api.path()))
                .header("content-type", "application/json")
                .header("authorization", "Bearer sk-k")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    assertThat(relayed.status()).isEqualTo(200);
    assertThat(direct.status()).isEqualTo(200);
    assertThat(relayed.header("content-encoding")).isEmpty();
    assertThat(relayed.header("content-type")).isEqualTo(direct.header("content-type"));
    assertThat(relayed.text()).contains(METADATA);
    assertThat(without(relayed.text())).isEqualTo(direct.text());
  }

  /** A text without each metadata that was put into it. */
  private static String without(String text) {
    StringBuilder plain = new StringBuilder();
    int from = 0;
    for (int at = text.indexOf(METADATA); at >= 0; at = text.indexOf(METADATA, from)) {
      plain.append(text, from, text.charAt(at - 1) == ',' ? at - 1 : at);
      int depth = 0;
      from = at + METADATA.length();
      do {
        depth += text.charAt(from) == '{' ? 1 : text.charAt(from) == '}' ? -1 : 0;
        from++;
      } while (depth > 0);
    }
    return plain.append(text, from, text.length()).toString();
  }
}
