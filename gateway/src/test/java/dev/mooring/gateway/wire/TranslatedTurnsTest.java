package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every format reaches every dialect, and its caller sees its own format only. */
class TranslatedTurnsTest extends ForeignTargets {
  private static final String[] OPTED_OUT = {"x-bf-session-affinity", "off"};

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("pairs")
  void aDocumentComesInTheCallersFormat(SampleTurn api, String dialect) {
    Answer answer = turn(api, dialect, false, "");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo(dialect);
    assertThat(text(api, answer.json())).isNotBlank();
    assertThat(inputTokens(api, answer.json())).isPositive();
    assertThat(answer.gateway().path("cost").asDouble()).isPositive();
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("pairs")
  void aStreamComesInTheCallersFormatAndEndsCleanly(SampleTurn api, String dialect) {
    Answer answer = turn(api, dialect, true, "");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.header("content-type")).startsWith("text/event-stream");
    assertThat(answer.provider()).as(answer.text()).isEqualTo(dialect);
    assertThat(api.starts(answer.events())).isEqualTo(1);
    assertThat(api.endsCleanly(answer.events())).isTrue();
    assertThat(wire.received(1)).isEmpty();
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("pairs")
  void theNextTurnIsConfirmedThere(SampleTurn api, String dialect) {
    String session = "s-" + api + dialect;
    wire.post(api.path(), api.body("to-" + dialect, true, ""), "x-session-id", session);
    Answer second =
        wire.post(api.path(), api.body("to-" + dialect, false, ""), "x-session-id", session);
    assertThat(second.outcome()).isEqualTo("confirmed");
    assertThat(second.provider()).isEqualTo(dialect);
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("pairs")
  void aStreamThatFailsBeforeItsOutputIsServedByWhoSpeaksTheFormat(SampleTurn api, String dialect) {
    wire.simulator(0).credential("k").fault(Fault.status(503));
    Answer answer = turn(api, dialect, true, "");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("native");
    assertThat(api.starts(answer.events())).isEqualTo(1);
    assertThat(api.endsCleanly(answer.events())).isTrue();
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("pairs")
  void aStreamThatBreaksAfterOutputEndsWithTheCallersErrorEvent(SampleTurn api, String dialect) {
    wire.simulator(0)
        .credential("k")
        .fault(Fault.of(FaultKind.END_AFTER_EVENTS, SampleTurn.AFTER_OUTPUT));
    Answer answer = turn(api, dialect, true, "");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(api.endsCleanly(answer.events())).as(answer.text()).isFalse();
    JsonNode error = api.error(api.last(answer.events()));
    assertThat(error.path("message").asText()).isNotBlank();
    assertThat(wire.received(1)).isEmpty();
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("pairs")
  void aProvidersErrorTakesTheCallersShapeAndKeepsStatusAndMessage(SampleTurn api, String dialect) {
    wire.simulator(0)
        .credential("k")
        .fault(Fault.status(400).withError("bad", null, "the prompt is odd"));
    Answer answer = turn(api, dialect, false, "");
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.json().at("/error/message").asText()).isEqualTo("the prompt is odd");
    assertThat(answer.json().path("type").asText("none"))
        .isEqualTo(api == SampleTurn.MESSAGES ? "error" : "none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"responses", "messages"})
  void aUsageChunkThatNobodyAskedForIsHidden(String dialect) {
    Answer unasked = turn(SampleTurn.CHAT, dialect, true, "");
    assertThat(unasked.text()).doesNotContain("\"prompt_tokens\"");
    assertThat(unasked.gateway().path("cost").asDouble()).isPositive();
    Answer asked =
        turn(SampleTurn.CHAT, dialect, true, "\"stream_options\":{\"include_usage\":true},");
    assertThat(asked.text()).contains("\"prompt_tokens\"");
  }

  @Test
  void aLongPromptIsTranslatedOffTheEventLoops() {
    String text = "word ".repeat(60_000);
    String body =
        "{\"model\":\"to-messages\",\"messages\":[{\"role\":\"user\",\"content\":\""
            + text
            + "\"}]}";
    Answer answer = wire.post(Turns.CHAT, body, OPTED_OUT);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("messages");
    assertThat(wire.received(0).get(0).bodyText()).contains(text.strip());
  }

  @Test
  void whatAProviderCannotBeAskedForGoesToTheNext() {
    Answer answer = turn(SampleTurn.CHAT, "messages", false, "\"n\":2,");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("native");
    assertThat(wire.received(0)).isEmpty();
  }

  @Test
  void whatNobodyCanBeAskedForIsA400ThatNamesTheField() {
    String only = "\"n\":2,\"providerOptions\":{\"gateway\":{\"only\":[\"messages\"]}},";
    Answer answer = turn(SampleTurn.CHAT, "messages", false, only);
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.json().at("/error/param").asText()).isEqualTo("n");
  }

  @ParameterizedTest
  @MethodSource("claudes")
  void automaticMarkersReachAClaudeThatSpeaksAnotherFormat(SampleTurn api, String dialect) {
    String instruction = "sail on ".repeat(2_000);
    String more =
        "\"providerOptions\":{\"gateway\":{\"caching\":\"auto\"}},"
            + (api == SampleTurn.CHAT ? "" : "\"instructions\":\"" + instruction + "\",");
    String body = api.body("to-" + dialect, false, more);
    if (api == SampleTurn.CHAT) {
      String system = "{\"role\":\"system\",\"content\":\"" + instruction + "\"},";
      body = body.replace("\"messages\":[", "\"messages\":[" + system);
    }
    Answer first = wire.post(api.path(), body, OPTED_OUT);
    assertThat(first.status()).as(first.text()).isEqualTo(200);
    assertThat(wire.received(0).get(0).bodyText()).contains("\"cache_control\":{");
    Answer second = wire.post(api.path(), body, OPTED_OUT);
    String details = api == SampleTurn.CHAT ? "prompt_tokens_details" : "input_tokens_details";
    assertThat(second.json().path("usage").path(details).path("cached_tokens").asLong())
        .as(second.text())
        .isGreaterThan(1_000);
  }

  static Stream<Arguments> claudes() {
    return pairs()
        .filter(pair -> pair.get()[0] != SampleTurn.MESSAGES && pair.get()[1].equals("invoke"));
  }

  private static Answer turn(SampleTurn api, String dialect, boolean stream, String more) {
    return wire.post(api.path(), api.body("to-" + dialect, stream, more), OPTED_OUT);
  }

  private static String text(SampleTurn api, JsonNode answer) {
    return switch (api) {
      case CHAT -> answer.at("/choices/0/message/content").asText();
      case RESPONSES -> answer.at("/output/0/content/0/text").asText();
      case MESSAGES -> answer.at("/content/0/text").asText();
    };
  }

  private static long inputTokens(SampleTurn api, JsonNode answer) {
    return answer
        .path("usage")
        .path(api == SampleTurn.CHAT ? "prompt_tokens" : "input_tokens")
        .asLong();
  }
}
