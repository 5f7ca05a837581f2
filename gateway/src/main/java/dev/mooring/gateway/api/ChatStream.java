package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A stream of Chat Completions. */
final class ChatStream extends StreamReader {
  private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.UTF_8);

  /** The highest index of a choice that is told apart from others. */
  private static final int MAX_CHOICE = 1023;

  /** The choices that have begun and not finished, by index. */
  private final BitSet open = new BitSet();

  private final BitSet finished = new BitSet();
  private boolean done;
  private boolean placed;

  /** At the start of a stream. */
  ChatStream() {
    super(Api.CHAT);
  }

  @Override
  public byte[] failure(ApiError broken, byte @Nullable [] metadata) {
    return SseEvent.of(null, broken.openAi(metadata));
  }

  @Override
  Meaning read(SseEvent event) {
    if ("error".equals(event.event())) {
      return errorEvent(event);
    }
    if (isDone(event)) {
      done = true;
      ended();
      return new Meaning(output(), false, false, true, false);
    }
    if (outputSeen() && !ChunkScan.matters(event)) {
      return Meaning.NOTHING;
    }
    ChatChunk chunk = new ChatChunk();
    try (JsonCursor json = cursor(event)) {
      chunk.read(json);
    }
    UpstreamError told = chunk.error();
    if (told != null) {
      error(told);
      return Meaning.ERROR;
    }
    choices();
    return chunk.finishes() ? finish() : meaning(chunk);
  }

  @Override
  MetadataPlace place() {
    return MetadataPlace.TOP_AND_DELTA;
  }

  /** The answer is whole when every choice that has begun is. */
  private void choices() {
    if (open.isEmpty() && !finished.isEmpty()) {
      ended();
    } else if (!done) {
      goesOn();
    }
  }

  /** Notes a chunk that has a finish reason. */
  private Meaning finish() {
    boolean first = !placed;
    placed = true;
    return new Meaning(output(), first, false, false, false);
  }

  /** The meaning of a chunk without a finish reason. */
  private Meaning meaning(ChatChunk chunk) {
    if (chunk.usageOnly()) {
      return new Meaning(false, false, true, false, false);
    }
    return chunk.output() ? delta() : Meaning.NOTHING;
  }

  /** Whether the data is Chat's end marker. */
  private static boolean isDone(SseEvent event) {
    byte[] data = event.dataArray();
    int end = event.dataEnd();
    while (end > event.dataStart() && data[end - 1] == ' ') {
      end--;
    }
    return Arrays.equals(data, event.dataStart(), end, DONE, 0, DONE.length);
  }

  /** What one chunk says. */
  private final class ChatChunk {
    private final ErrorReader error = new ErrorReader();
    private boolean output;
    private boolean finishes;
    private boolean noChoices;
    private boolean hasUsage;

    /** Reads the chunk that the cursor is at. */
    private void read(JsonCursor json) {
      if (!json.enters(JsonToken.START_OBJECT)) {
        return;
      }
      while (json.nextField()) {
        switch (json.name()) {
          case "choices" -> choices(json);
          case "error" -> error.error(json);
          case "usage" -> {
            hasUsage = json.at(JsonToken.START_OBJECT);
            usage.read(json);
          }
          default -> json.skip();
        }
      }
    }

    /** Reads {@code choices}. */
    private void choices(JsonCursor json) {
      if (!json.enters(JsonToken.START_ARRAY)) {
        return;
      }
      noChoices = true;
      while (json.nextElement()) {
        noChoices = false;
        if (json.enters(JsonToken.START_OBJECT)) {
          choice(json);
        }
      }
    }

    /** Reads the choice that the cursor is at. */
    private void choice(JsonCursor json) {
      int index = 0;
      boolean last = false;
      while (json.nextField()) {
        switch (json.name()) {
          case "index" -> {
            Long told = json.number();
            index = told == null ? 0 : (int) Math.max(0, Math.min(told, MAX_CHOICE));
          }
          case "finish_reason" -> last |= json.string() != null;
          case "delta" -> deltaOf(json);
          default -> json.skip();
        }
      }
      finishes |= last;
      if (last) {
        finished.set(index);
      }
      open.set(index, !finished.get(index));
    }

    /** Reads a choice's {@code delta}. */
    private void deltaOf(JsonCursor json) {
      if (!json.enters(JsonToken.START_OBJECT)) {
        return;
      }
      while (json.nextField()) {
        switch (json.name()) {
          case "content",
              "refusal",
              "reasoning",
              "reasoning_content",
              "reasoning_details",
              "tool_calls",
              "function_call",
              "audio" ->
              output |= holdsSomething(json);
          default -> json.skip();
        }
      }
    }

    /** Passes over a value; whether it is a text, array or object that is not empty. */
    private boolean holdsSomething(JsonCursor json) {
      if (json.at(JsonToken.VALUE_STRING)) {
        return !json.text().isEmpty();
      }
      boolean object = json.at(JsonToken.START_OBJECT);
      if (!object && !json.enters(JsonToken.START_ARRAY)) {
        return false;
      }
      boolean something = false;
      while (object ? json.nextField() : json.nextElement()) {
        something = true;
        json.skip();
      }
      return something;
    }

    /** Whether a delta carries output. */
    private boolean output() {
      return output;
    }

    /** Whether a choice has a finish reason. */
    private boolean finishes() {
      return finishes;
    }

    /** Whether the chunk has usage and an empty list of choices. */
    private boolean usageOnly() {
      return noChoices && hasUsage;
    }

    /** The error that the chunk is, or null. */
    private @Nullable UpstreamError error() {
      return error.found() ? error.error() : null;
    }
  }
}
