package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An answer's framing is ours: lengths, codings and chunks of the provider's are not copied. */
class UpstreamFramingTest {
  private static final String TEXT = "日本語 😀 naïve ✓ ".repeat(8).strip();
  private static final String CONFIG =
      """
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            retry: { maxRetries: 0 }, credentials: [{ id: k, apiKey: key-of-p }] }
      models: [{ id: m, targets: [{ provider: p, model: up }] }]
      """;

  private static Wire wire;

  @BeforeAll
  static void start() {
    SimulatorConfig p = SimulatorConfig.of(SimulatedKey.of("k", "key-of-p"));
    wire = Wire.of(CONFIG, p.withReply(Reply.saying(TEXT)));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    wire.simulator(0).credential("k").clearFaults();
    wire.clock().advance(Duration.ofMinutes(5));
  }

  private static Answer post(ApiCall api, boolean stream, Fault fault) {
    wire.simulator(0).credential("k").clearFaults().fault(fault);
    return wire.post(
        api.path(), api.body("hello", "\"stream\":" + stream), "accept-encoding", "gzip, br, zstd");
  }

  /** The text of a streamed answer, put together as a client does. */
  private static String streamed(ApiCall api, Answer answer) {
    return answer.events().stream()
        .filter(event -> event.data().startsWith("{"))
        .map(Answer.Event::json)
        .map(
            json ->
                switch (api) {
                  case CHAT ->
                      json.path("choices").path(0).path("delta").path("content").asText("");
                  case RESPONSES ->
                      json.path("type").asText().equals("response.output_text.delta")
                          ? json.path("delta").asText()
                          : "";
                  case MESSAGES -> json.path("delta").path("text").asText("");
                })
        .collect(Collectors.joining());
  }

  /** The text of an answer that is no stream. */
  private static String text(ApiCall api, Answer answer) {
    var json = answer.json();
    return switch (api) {
      case CHAT -> json.path("choices").path(0).path("message").path("content").asText();
      case RESPONSES -> json.path("output").path(0).path("content").path(0).path("text").asText();
      case MESSAGES -> json.path("content").path(0).path("text").asText();
    };
  }

  private static void isWhole(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.headers().map()).doesNotContainKey("content-encoding");
    assertThat(
            answer.headers().allValues("content-length").size()
                + answer.headers().allValues("transfer-encoding").size())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aCompressedAnswerArrivesPlainAndWithoutItsCoding(ApiCall api) {
    Answer whole = post(api, false, Fault.of(FaultKind.GZIP));
    isWhole(whole);
    assertThat(text(api, whole)).isEqualTo(TEXT);
    Answer stream = post(api, true, Fault.of(FaultKind.GZIP));
    isWhole(stream);
    assertThat(streamed(api, stream)).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @EnumSource
  void charactersThatAreSplitOverPiecesArriveWhole(ApiCall api) {
    Answer stream = post(api, true, Fault.of(FaultKind.ONE_BYTE_CHUNKS));
    isWhole(stream);
    assertThat(streamed(api, stream)).isEqualTo(TEXT);
    assertThat(stream.text()).doesNotContain("\uFFFD");
    assertThat(text(api, post(api, false, Fault.of(FaultKind.ONE_BYTE_CHUNKS)))).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @EnumSource
  void aLengthGrowsWithTheMetadataAndIsTold(ApiCall api) {
    Answer whole = wire.post(api.path(), api.body("hello"));
    isWhole(whole);
    assertThat(whole.gateway().has("routing")).isTrue();
    assertThat(whole.header("content-length")).isEqualTo(Integer.toString(whole.body().length));
  }

  @ParameterizedTest
  @EnumSource
  void twoLengthsOfTheProviderAreAFailureAndNeverCopied(ApiCall api) {
    for (boolean stream : new boolean[] {false, true}) {
      Answer answer = post(api, stream, Fault.of(FaultKind.BOTH_LENGTHS));
      assertThat(answer.status()).isEqualTo(502);
      assertThat(api.error(answer)).isNotEmpty();
      assertThat(answer.headers().map()).doesNotContainKey("transfer-encoding");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLengthThatIsNotKeptIsAFailureAndNeverACleanAnswer(ApiCall api) {
    Answer whole = post(api, false, Fault.of(FaultKind.WRONG_CONTENT_LENGTH, 7));
    assertThat(whole.status()).isEqualTo(502);
    assertThat(api.error(whole)).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theChunksOfAStreamAreFramedOnce(ApiCall api) {
    try (RawClient client = RawClient.to(wire)) {
      byte[] body = api.body("hello", "\"stream\":true").getBytes(StandardCharsets.UTF_8);
      RawClient.RawAnswer first = client.post(api.path(), body).answer();
      assertThat(first.all("transfer-encoding")).containsExactly("chunked");
      assertThat(first.header("content-length")).isEmpty();
      assertThat(first.body().lines().filter(line -> !line.isEmpty()).collect(Collectors.toList()))
          .allMatch(line -> line.startsWith("data:") || line.startsWith("event:"));
      assertThat(client.post(api.path(), body).answer().status()).as("and again").isEqualTo(200);
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachAnswerHasItsOwnRequestId(ApiCall api) {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      ids.add(wire.post(api.path(), api.body("hello")).header("x-mooring-request-id"));
    }
    assertThat(ids).hasSize(10);
  }
}
