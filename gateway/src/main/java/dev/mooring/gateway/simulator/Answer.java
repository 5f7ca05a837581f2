package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** An answer in the form of one API, whole or as a stream. */
sealed interface Answer
    permits ChatAnswer,
        ResponsesAnswer,
        MessagesAnswer,
        InvokeAnswer,
        ConverseAnswer,
        GeminiAnswer,
        GeminiArrayAnswer {

  /** The answer as a document. */
  ObjectNode document();

  /** The type of the stream. */
  default String streamType() {
    return "text/event-stream; charset=utf-8";
  }

  /** The answer as a stream, its terminal event included. */
  List<? extends StreamEvent> events();

  /**
   * The event by which the API says that a stream failed.
   *
   * @param index how many events were sent before it
   * @param failed whether to tell by {@code response.failed}, where the API has it
   */
  StreamEvent error(int index, ApiError error, boolean failed);
}
