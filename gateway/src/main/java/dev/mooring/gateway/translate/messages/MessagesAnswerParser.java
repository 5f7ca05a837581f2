package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.StopReason;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads streamed answers of Messages. Events, blocks and deltas of unknown kinds are passed over;
 * only {@code message_stop} is the regular end.
 */
public final class MessagesAnswerParser implements AnswerParser {
  private static final int MAX_EVENT_BYTES = 64 << 20;

  private final SseSplitter splitter = new SseSplitter(MAX_EVENT_BYTES);
  private final Usages usages = new Usages();
  private final AnswerSink sink;
  private final Blocks blocks;
  private StopReason stop = StopReason.OTHER;
  private @Nullable String stopSequence;
  private @Nullable String begunId;
  private boolean begun;
  private boolean ended;

  /** At the start of an answer, of which a sink is told. */
  public MessagesAnswerParser(AnswerSink sink) {
    this.sink = sink;
    this.blocks = new Blocks(sink);
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
    if (data.length == 0 || ended) {
      return;
    }
    JsonNode json = parse(data);
    switch (json.path("type").asText()) {
      case "message_start" -> start(json.path("message"));
      case "content_block_start" -> {
        begin(null, null);
        blocks.start(json.path("index").asInt(), json.path("content_block"));
      }
      case "content_block_delta" -> blocks.delta(json.path("index").asInt(), json.path("delta"));
      case "content_block_stop" -> blocks.stop(json.path("index").asInt());
      case "message_delta" -> messageDelta(json);
      case "message_stop" -> finish();
      case "error" -> {
        ended = true;
        sink.fail(UpstreamError.inStream(data));
      }
      default -> {}
    }
  }

  private void start(JsonNode message) {
    String id = message.path("id").textValue();
    if (begun && !Objects.equals(id, begunId)) {
      throw new MalformedAnswerException("the provider began a second message within the first");
    }
    usages.add(message.path("usage"));
    begin(id, message.path("model").textValue());
  }

  private void begin(@Nullable String id, @Nullable String model) {
    if (!begun) {
      begun = true;
      begunId = id;
      sink.begin(id, model, usages.told());
    }
  }

  private void messageDelta(JsonNode json) {
    usages.add(json.path("usage"));
    JsonNode delta = json.path("delta");
    if (delta.path("stop_reason").isTextual()) {
      stop = StopWords.read(delta.path("stop_reason").textValue());
      stopSequence = delta.path("stop_sequence").textValue();
      blocks.refusal(delta.path("stop_details"));
    }
  }

  private void finish() {
    begin(null, null);
    ended = true;
    blocks.end();
    sink.finish(blocks.stop(stop), stopSequence, usages.told());
  }

  private static JsonNode parse(byte[] data) {
    try {
      return Json.read(data);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's event is not valid JSON");
    }
  }
}
