package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.StopReason;
import java.io.IOException;

/** Reads streamed answers of the Responses API. */
public final class ResponsesAnswerParser implements AnswerParser {
  private static final int MAX_EVENT_BYTES = 64 << 20;

  private final SseSplitter splitter = new SseSplitter(MAX_EVENT_BYTES);
  private final AnswerSink sink;

  /** At the start of an answer, of which a sink is told. */
  public ResponsesAnswerParser(AnswerSink sink) {
    this.sink = sink;
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
  }

  private void event(SseEvent event) {
    byte[] data = event.data();
    if (data.length == 0 || data[0] != '{') {
      return;
    }
    JsonNode node = parse(data);
    switch (node.path("type").asText()) {
      case "response.created" -> {
        JsonNode response = node.path("response");
        sink.begin(response.path("id").textValue(), response.path("model").textValue(), null);
      }
      case "response.output_text.delta" -> sink.text(0, node.path("delta").asText());
      case "response.completed" -> {
        sink.close(0);
        sink.finish(StopReason.END, null, UsageFields.read(node.path("response").get("usage")));
      }
      default -> {}
    }
  }

  private static JsonNode parse(byte[] data) {
    try {
      return Json.read(data);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's event is not valid JSON");
    }
  }
}
