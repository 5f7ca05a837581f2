package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads streams of Chat Completions. The end is told when the usage has come after the finish
 * reason, or else with {@code [DONE]} or the end of the stream.
 */
public final class ChatAnswerParser implements AnswerParser {
  private static final int MAX_EVENT_BYTES = 64 << 20;
  private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

  private final AnswerSink sink;
  private final MessageDeltas deltas;
  private final SseSplitter events = new SseSplitter(MAX_EVENT_BYTES);
  private @Nullable String id;
  private @Nullable TokenUsage usage;
  private @Nullable ChatStop stop;
  private boolean begun;
  private boolean over;

  /** A parser of one stream. */
  public ChatAnswerParser(AnswerSink sink) {
    this.sink = sink;
    this.deltas = new MessageDeltas(sink, false);
  }

  @Override
  public void feed(byte[] chunk) {
    events.feed(chunk, this::event);
  }

  @Override
  public void end() {
    SseEvent last = events.end();
    if (last != null) {
      event(last);
    }
    if (stop != null) {
      finish();
    }
  }

  private void event(SseEvent event) {
    byte[] data = event.data();
    if (over || data.length == 0) {
      return;
    }
    if (Arrays.equals(DONE, 0, DONE.length, data, 0, Math.min(DONE.length, data.length))) {
      finish();
    } else if ("error".equals(event.event())) {
      fail(data);
    } else {
      chunk(parse(data), data);
    }
  }

  private void chunk(JsonNode chunk, byte[] data) {
    JsonNode choice = firstChoice(chunk.path("choices"));
    if (!chunk.isObject() || told(chunk.path("error")) || told(choice.path("error"))) {
      fail(chunk.isObject() && !told(chunk.path("error")) ? bytes(choice) : data);
      return;
    }
    TokenUsage newer = ChatChunk.usage(chunk);
    usage = newer == null ? usage : newer;
    if (choice.isObject()) {
      begin(chunk);
      deltas.read(choice.path("delta"), id);
      if (choice.path("finish_reason").isTextual()) {
        stop = ChatStop.read(choice, deltas);
      }
    }
    ChatChunk.citations(chunk, deltas);
    if (stop != null && newer != null) {
      finish();
    }
  }

  /** The choice of index 0; a missing node where the chunk is about others, or none. */
  private static JsonNode firstChoice(JsonNode choices) {
    for (JsonNode choice : choices) {
      if (choice.path("index").asInt(0) == 0) {
        return choice;
      }
    }
    return choices.path(-1);
  }

  private void begin(JsonNode chunk) {
    if (!begun) {
      begun = true;
      id = ChatChunk.textOrNull(chunk.path("id"));
      sink.begin(id, ChatChunk.textOrNull(chunk.path("model")), usage);
    }
  }

  private void finish() {
    if (over || !begun) {
      return;
    }
    over = true;
    deltas.close();
    ChatStop told = stop;
    if (told == null) {
      told = new ChatStop(deltas.calls() ? StopReason.TOOL_CALLS : StopReason.END, null);
    }
    sink.finish(told.reason(), told.sequence(), usage);
  }

  private void fail(byte[] error) {
    over = true;
    sink.fail(UpstreamError.inStream(error));
  }

  /** Whether there is an error; JSON's null is none. */
  private static boolean told(JsonNode error) {
    return error.isObject() || (error.isTextual() && !error.textValue().isEmpty());
  }

  private static JsonNode parse(byte[] data) {
    try {
      return Json.read(data);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's event is no JSON");
    }
  }

  private static byte[] bytes(JsonNode node) {
    return Json.bytes(json -> json.writeTree(node));
  }
}
