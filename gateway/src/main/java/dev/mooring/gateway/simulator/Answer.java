package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** An answer in the form of one API, whole or as a stream. */
sealed interface Answer permits ChatAnswer, ResponsesAnswer, MessagesAnswer {

  /** The answer as a document. */
  ObjectNode document();

  /** The answer as a stream, its terminal event included. */
  List<SseEvent> events();

  /**
   * The event by which the API says that a stream failed.
   *
   * @param index how many events were sent before it
   * @param failed whether to tell by {@code response.failed}, where the API has it
   */
  SseEvent error(int index, ApiError error, boolean failed);

  /** The answer of an API that generates. */
  static Answer of(SimulatedApi api, Turn turn) {
    return switch (api) {
      case CHAT -> new ChatAnswer(turn);
      case RESPONSES -> new ResponsesAnswer(turn);
      case MESSAGES -> new MessagesAnswer(turn);
      case COUNT_TOKENS, COMPACT, EMBEDDINGS, MODELS ->
          throw new IllegalArgumentException("does not generate: " + api);
    };
  }
}
