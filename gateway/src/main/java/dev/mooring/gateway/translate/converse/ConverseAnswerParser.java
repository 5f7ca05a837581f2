package dev.mooring.gateway.translate.converse;

import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerSink;

/** Reads a streamed answer of Converse: frames of an event stream, each an event. */
public final class ConverseAnswerParser implements AnswerParser {
  private final ConverseEvents events;

  /** A parser that has read nothing yet. */
  public ConverseAnswerParser(AnswerSink sink) {
    events = new ConverseEvents(sink);
  }

  @Override
  public void feed(byte[] chunk) {
    throw new MalformedAnswerException("the provider's frames cannot be read");
  }

  @Override
  public void end() {
    events.end();
  }
}
