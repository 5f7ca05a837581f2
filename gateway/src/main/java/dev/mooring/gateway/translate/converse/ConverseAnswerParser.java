package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.EventFrame;
import dev.mooring.gateway.api.EventStreamDecoder;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import java.io.IOException;

/** Reads a streamed answer of Converse: frames of Amazon's event stream, each an event. */
public final class ConverseAnswerParser implements AnswerParser {
  private final EventStreamDecoder decoder = new EventStreamDecoder();
  private final ConverseEvents events;

  /** A parser that has read nothing yet. */
  public ConverseAnswerParser(AnswerSink sink) {
    events = new ConverseEvents(sink);
  }

  @Override
  public void feed(byte[] chunk) {
    decoder.feed(chunk, this::frame);
  }

  @Override
  public void end() {
    decoder.end();
    events.end();
  }

  private void frame(EventFrame frame) {
    if (frame instanceof EventFrame.Failed failed) {
      events.fail(failed.error());
    } else if (frame instanceof EventFrame.Event event) {
      events.event(event.type(), json(event.payload()));
    }
  }

  private static JsonNode json(byte[] payload) {
    try {
      return Json.read(payload);
    } catch (IOException e) {
      throw new MalformedAnswerException("an event of the provider's stream is no JSON");
    }
  }
}
