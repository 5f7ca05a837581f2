package dev.mooring.gateway.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Answers of real providers mean the same to a caller of any format; runs where {@code
 * MOORING_FIXTURES} names a folder of recordings.
 */
@EnabledIfEnvironmentVariable(named = "MOORING_FIXTURES", matches = ".+")
class RecordedAnswersTest {
  private static final String PROVIDERS =
      """
      server: { port: 0 }
      health: { failures: 1000, rates: { minimumCalls: 10000 } }
      providers:
        - { id: chat, type: openai-compatible, apis: [chat], %1$s }
        - { id: responses, type: openai-compatible, apis: [responses], %1$s }
        - { id: messages, type: anthropic-compatible, %1$s }
        - { id: gemini, type: google, %1$s }
        - { id: converse, type: bedrock, region: eu-west-1, %1$s }
      models:
      """;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static RecordedUpstream upstream;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static Wire wire;

  @BeforeAll
  static void start() {
    upstream = new RecordedUpstream();
    StringBuilder config =
        new StringBuilder(
            PROVIDERS.formatted(
                "baseUrl: \""
                    + upstream.origin()
                    + "\", retry: { maxRetries: 0 }, credentials: [{ id: k, apiKey: none }]"));
    for (Spoken spoken : Spoken.values()) {
      String model = spoken == Spoken.CONVERSE ? "us.amazon.nova-pro-v1:0" : "up-m";
      config
          .append("  - { id: ")
          .append(id(spoken))
          .append(", targets: [{ provider: ")
          .append(id(spoken))
          .append(", model: \"")
          .append(model)
          .append("\" }] }\n");
    }
    wire = Wire.besideOthers(config.toString());
  }

  @AfterAll
  static void stop() {
    wire.close();
    upstream.close();
  }

  static Stream<Arguments> recordings() {
    List<Arguments> all = new ArrayList<>();
    for (Recording recording : Recording.all(Path.of(System.getenv("MOORING_FIXTURES")))) {
      for (Listener listener : Listener.values()) {
        all.add(Arguments.of(recording, listener));
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} to {1}", allowZeroInvocations = true)
  @MethodSource("recordings")
  void aRecordedAnswerMeansTheSameToEveryCaller(Recording recording, Listener listener) {
    Said said = recording.said();
    boolean refused = !recording.stream() && !said.error().isEmpty();
    upstream.play(recording, refused ? 400 : 200);
    Answer answer = listener.ask(wire, id(recording.spoken()), recording.stream());
    Said heard = listener.hears(answer, recording.stream());
    if (!said.error().isEmpty()) {
      assertThat(heard.error()).isEqualTo(said.error());
      return;
    }
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(heard.text()).isEqualTo(said.text());
    assertThat(heard.reasoning()).isEqualTo(said.reasoning());
    assertThat(heard.calls())
        .usingElementComparator((call, recorded) -> Said.Call.same(recorded, call) ? 0 : 1)
        .containsExactlyElementsOf(said.calls());
    assertThat(heard.stop()).isEqualTo(said.stop());
    if (!said.usage().isEmpty()) {
      assertThat(heard.usage()).isEqualTo(said.usage());
    }
  }

  private static String id(Spoken spoken) {
    return spoken.name().toLowerCase(Locale.ROOT);
  }
}
