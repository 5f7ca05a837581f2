package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import java.io.IOException;

/** Reads streamed answers of the Responses API. Nothing counts that comes after the end. */
public final class ResponsesAnswerParser implements AnswerParser {
  private static final int MAX_EVENT_BYTES = 64 << 20;

  private final SseSplitter splitter = new SseSplitter(MAX_EVENT_BYTES);
  private final AnswerTelling answer;
  private boolean ended;

  /** At the start of an answer, of which a sink is told. */
  public ResponsesAnswerParser(AnswerSink sink) {
    this.answer = new AnswerTelling(sink);
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
    if (ended || data.length == 0 || data[0] != '{') {
      return;
    }
    JsonNode node = parse(data);
    String type = node.path("type").asText();
    switch (type) {
      case "response.created", "response.queued", "response.in_progress" ->
          answer.begin(node.path("response"));
      case "response.output_item.added" ->
          answer.added(node.path("output_index").asInt(), node.path("item"));
      case "response.output_item.done" ->
          answer
              .added(node.path("output_index").asInt(), node.path("item"))
              .whole(node.path("item"));
      case "response.completed", "response.incomplete" -> {
        ended = true;
        answer.finish(node.path("response"));
      }
      case "response.failed" -> fail(errorOf(node.path("response")));
      case "error" -> fail(data);
      default -> {
        ReadItem item = answer.item(node.path("output_index").asInt(-1));
        if (item != null) {
          item.event(type, node);
        }
      }
    }
  }

  /** An error object of a response that has failed. */
  private static byte[] errorOf(JsonNode response) {
    return Json.bytes(
        json -> {
          json.writeStartObject();
          json.writeFieldName("error");
          json.writeTree(response.path("error"));
          json.writeEndObject();
        });
  }

  private void fail(byte[] error) {
    ended = true;
    answer.sink().fail(UpstreamError.inStream(error));
  }

  private static JsonNode parse(byte[] data) {
    try {
      return Json.read(data);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's event is not valid JSON");
    }
  }
}
