package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each cell of the table in contract section 6: where the metadata stands. */
class MetadataPlacementTest extends FailoverPair {
  private static final String NAME = "provider_metadata";

  @Test
  void aChatDocumentHasItAtTheTopAndInTheFirstMessage() {
    JsonNode json = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.document()).json();
    assertRouting(json.path(NAME));
    assertThat(json.at("/choices/0/message/" + NAME)).isEqualTo(json.path(NAME));
  }

  @Test
  void aChatStreamHasItInTheChunkWithTheFinishReasonAtTheTopAndInTheDelta() {
    List<Answer.Event> events = events(SampleTurn.CHAT);
    for (Answer.Event event : events) {
      if (event.data().equals("[DONE]")) {
        continue;
      }
      JsonNode json = event.json();
      boolean finishes =
          !json.at("/choices/0/finish_reason").asText("").isEmpty()
              && !json.at("/choices/0/finish_reason").isNull();
      assertThat(json.has(NAME)).isEqualTo(finishes);
      if (finishes) {
        assertRouting(json.path(NAME));
        assertThat(json.at("/choices/0/delta/" + NAME)).isEqualTo(json.path(NAME));
      }
    }
    assertThat(holders(events)).isEqualTo(1);
  }

  @Test
  void aResponsesDocumentHasItAtTheTopOfTheResponse() {
    Answer answer = wire.post(SampleTurn.RESPONSES.path(), SampleTurn.RESPONSES.document());
    assertRouting(answer.json().path(NAME));
    assertThat(answer.text().split(NAME, -1)).hasSize(2);
  }

  @Test
  void aResponsesStreamHasItInTheResponseOfCompleted() {
    List<Answer.Event> events = events(SampleTurn.RESPONSES);
    Answer.Event last = events.get(events.size() - 1);
    assertThat(last.name()).isEqualTo("response.completed");
    assertRouting(last.json().path("response").path(NAME));
    assertThat(last.json().has(NAME)).isFalse();
    assertThat(holders(events)).isEqualTo(1);
  }

  @Test
  void aResponsesStreamThatIsCutShortHasItInTheResponseOfIncomplete() {
    Answer answer =
        wire.post(
            SampleTurn.RESPONSES.path(),
            SampleTurn.RESPONSES.body("m", true, "\"max_output_tokens\":3,"));
    Answer.Event last = answer.events().get(answer.events().size() - 1);
    assertThat(last.name()).isEqualTo("response.incomplete");
    assertRouting(last.json().path("response").path(NAME));
    assertThat(holders(answer.events())).isEqualTo(1);
  }

  @Test
  void aMessagesDocumentHasItAtTheTop() {
    Answer answer = wire.post(SampleTurn.MESSAGES.path(), SampleTurn.MESSAGES.document());
    assertRouting(answer.json().path(NAME));
    assertThat(answer.text().split(NAME, -1)).hasSize(2);
  }

  @Test
  void aMessagesStreamHasItAtTheTopOfMessageDelta() {
    List<Answer.Event> events = events(SampleTurn.MESSAGES);
    Answer.Event delta =
        events.stream().filter(e -> e.name().equals("message_delta")).findFirst().orElseThrow();
    assertRouting(delta.json().path(NAME));
    assertThat(holders(events)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void anErrorAfterPlanningHasItBesideTheErrorWhoseWordsAreTheProviders(SampleTurn api) {
    breakFirst(Fault.status(503).withError("api_error", null, "first is out"));
    breakSecond(Fault.status(500).withError("api_error", null, "second is out"));
    for (boolean stream : new boolean[] {false, true}) {
      forget();
      breakFirst(Fault.status(503).withError("api_error", null, "first is out"));
      breakSecond(Fault.status(500).withError("api_error", null, "second is out"));
      Answer answer = wire.post(api.path(), api.body("m", stream, ""));
      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.json().at("/error/message").asText()).isEqualTo("second is out");
      assertThat(answer.json().at("/error/type").asText()).isEqualTo("api_error");
      assertThat(answer.routing().path("modelAttempts").get(0).path("providerAttempts")).hasSize(2);
      assertThat(answer.routing().has("finalProvider")).isFalse();
      if (api == SampleTurn.MESSAGES) {
        assertThat(answer.json().path("type").asText()).isEqualTo("error");
        assertThat(answer.json().has("request_id")).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallersFaultThatTheProviderFoundReachesTheCallerAsItIsWithTheMetadata(SampleTurn api) {
    breakFirst(Fault.status(422).withError("odd_type", "odd_code", "that is odd"));
    Answer answer = wire.post(api.path(), api.document());
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().at("/error/message").asText()).isEqualTo("that is odd");
    assertThat(answer.json().at("/error/type").asText()).isEqualTo("odd_type");
    assertThat(answer.gateway().has("routing")).isTrue();
    assertThat(wire.received(1)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void anErrorBeforePlanningHasNoMetadata(SampleTurn api) {
    Answer answer = wire.post(api.path(), api.body("nobody", false, ""));
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text()).doesNotContain(NAME);
  }

  private static List<Answer.Event> events(SampleTurn api) {
    Answer answer = wire.post(api.path(), api.stream());
    assertThat(answer.status()).isEqualTo(200);
    return answer.events();
  }

  private static long holders(List<Answer.Event> events) {
    return events.stream().filter(event -> event.data().contains(NAME)).count();
  }

  private static void assertRouting(JsonNode metadata) {
    assertThat(metadata.at("/gateway/routing/finalProvider").asText()).isEqualTo("a");
  }
}
