package dev.mooring.gateway.translate.gemini;

import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import java.io.IOException;

/** Reads a streamed answer of Gemini: server-sent events, each a response. */
public final class GeminiAnswerParser implements AnswerParser {
  /** An image comes in one event. */
  private static final int MAX_EVENT_BYTES = 64 << 20;

  private final SseSplitter splitter = new SseSplitter(MAX_EVENT_BYTES);
  private final GeminiAnswer answer;

  /** A parser that has read nothing yet. */
  public GeminiAnswerParser(AnswerSink sink) {
    answer = new GeminiAnswer(sink);
  }

  @Override
  public void feed(byte[] chunk) {
    splitter.feed(chunk, this::event);
  }

  @Override
  public void end() {
    SseEvent last = splitter.end();
    if (last != null) {
      event(last);
    }
    answer.end();
  }

  private void event(SseEvent event) {
    byte[] data = event.data();
    if (data.length == 0) {
      return;
    }
    try {
      answer.response(Json.read(data));
    } catch (IOException e) {
      throw new MalformedAnswerException("an event of the provider's stream is no JSON");
    }
  }
}
