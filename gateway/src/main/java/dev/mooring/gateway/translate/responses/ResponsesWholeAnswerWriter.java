package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.WholeAnswerWriter;

/** Writes whole answers of the Responses API: what a stream of them would end with. */
public final class ResponsesWholeAnswerWriter implements WholeAnswerWriter {

  @Override
  public byte[] write(ModelAnswer answer, AnswerContext context) {
    ResponsesAnswerWriter writer = new ResponsesAnswerWriter(context, AnswerEvents.unread());
    answer.play(writer);
    return Json.bytes(writer::response);
  }
}
