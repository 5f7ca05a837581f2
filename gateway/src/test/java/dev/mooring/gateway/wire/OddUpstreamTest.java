package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Providers whose answers are hardly, or more than, HTTP as one knows it. */
class OddUpstreamTest {
  private static final String CONFIG =
      """
      health: { failures: 1000 }
      providers:
        - { id: odd, type: openai-compatible, baseUrl: "%s", retry: { maxRetries: 0 } }
      models: [{ id: m, targets: [{ provider: odd, model: m }] }]
      """;
  private static final String BODY =
      "{\"id\":\"x\",\"choices\":[{\"message\":{\"content\":\"hi\"}}]}";
  private static final String ERROR = "{\"error\":{\"message\":\"slow down\",\"type\":\"rate\"}}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n",
      })
  void anAnswerThatIsAnnouncedIsWaitedFor(String before) {
    Answer answer = served(before + "HTTP/1.1 200 OK\r\n" + body(BODY));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.json().path("choices").path(0).path("message").path("content").asText())
        .isEqualTo("hi");
    assertThat(answer.headers().map()).doesNotContainKey("link");
  }

  @ParameterizedTest
  @ValueSource(strings = {": empty name", "a b: c", "x: a\u0001b", "x\u0001y: z", "novalue"})
  void anOddHeaderOfTheProviderIsNoFaultOfOurs(String line) {
    Answer answer = served("HTTP/1.1 200 OK\r\n" + line + "\r\n" + body(BODY));
    assertThat(answer.status()).as(answer.text()).isIn(200, 502);
    assertThat(answer.text()).contains(answer.status() == 200 ? "\"hi\"" : "\"error\"");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "NaN, ''",
        "Infinity, ''",
        "-5, ''",
        "soon, ''",
        "1e400, ''",
        "'', ''",
        "7, 7",
        "2.2, 3",
        "3600, 60",
        "0, 1",
      })
  void theRetryAfterOfALimitIsAWholeNumberOrNone(String says, String told) {
    Answer answer =
        served("HTTP/1.1 429 Too Many Requests\r\nretry-after: " + says + "\r\n" + body(ERROR));
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.header("retry-after")).isEqualTo(told);
    assertThat(answer.text()).contains("slow down");
  }

  private static String body(String json) {
    return "content-type: application/json\r\ncontent-length: " + json.length() + "\r\n\r\n" + json;
  }

  /** What the gateway makes of a provider's bytes. */
  private static Answer served(String bytes) {
    List<Answer> answers = new ArrayList<>();
    try (RawUpstream odd = RawUpstream.saying(bytes);
        Wire wire = Wire.of(CONFIG.formatted(odd.origin()), new SimulatorConfig[0])) {
      answers.add(wire.post(Turns.CHAT, Turns.body(Turns.CHAT, "m", "hi")));
    }
    return answers.get(0);
  }
}
