package dev.mooring.gateway.translate.gemini;

import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a streamed answer of Gemini: server-sent events, each a response, or, where the provider
 * was not asked for events or tells an error, one JSON array of responses.
 */
public final class GeminiAnswerParser implements AnswerParser {
  /** An image comes in one response. */
  private static final int MAX_RESPONSE_BYTES = 64 << 20;

  /** Google sends no such end, but what stands between may. */
  private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

  private final SseSplitter splitter = new SseSplitter(MAX_RESPONSE_BYTES);
  private final GeminiAnswer answer;
  private @Nullable ArrayStream array;
  private boolean begun;

  /** A parser that has read nothing yet. */
  public GeminiAnswerParser(AnswerSink sink) {
    answer = new GeminiAnswer(sink);
  }

  @Override
  public void feed(byte[] chunk) {
    if (!begun) {
      begin(chunk);
    }
    if (array != null) {
      array.feed(chunk, this::response);
    } else {
      splitter.feed(chunk, this::event);
    }
  }

  @Override
  public void end() {
    SseEvent last = splitter.end();
    if (last != null) {
      event(last);
    }
    answer.end(false);
  }

  /** Tells events from JSON by the first byte that is no white space. */
  private void begin(byte[] chunk) {
    for (byte b : chunk) {
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        begun = true;
        array = b == '[' || b == '{' ? new ArrayStream(MAX_RESPONSE_BYTES) : null;
        return;
      }
    }
  }

  private void event(SseEvent event) {
    byte[] data = event.data();
    if (data.length > 0 && !Arrays.equals(data, DONE)) {
      response(data);
    }
  }

  private void response(byte[] json) {
    try {
      answer.response(Json.read(json));
    } catch (IOException e) {
      throw new MalformedAnswerException("an event of the provider's stream is no JSON");
    }
  }
}
