package dev.mooring.gateway.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mooring.gateway.config.Api;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** Reads the stream of one turn of the demo. Confined to one thread. */
final class DemoStream {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String DATA = "data: {";

  private final Api api;
  private final long sentNanos;
  private final StringBuilder text = new StringBuilder();
  private Buffer pending = Buffer.buffer();
  private long firstTokenNanos = -1;
  private long input;
  private long cacheRead;
  private long cacheWrite;

  /**
   * @param sentNanos when the request was sent, by {@link System#nanoTime}
   */
  DemoStream(Api api, long sentNanos) {
    this.api = api;
    this.sentNanos = sentNanos;
  }

  /** Takes a piece of the stream. */
  void read(Buffer piece) {
    pending.appendBuffer(piece);
    int start = 0;
    for (int i = 0; i < pending.length(); i++) {
      if (pending.getByte(i) == '\n') {
        line(pending.getString(start, i, StandardCharsets.UTF_8.name()));
        start = i + 1;
      }
    }
    pending = pending.getBuffer(start, pending.length());
  }

  /** What was measured; fails where the stream gave no output or no usage. */
  DemoTurn finish() {
    if (firstTokenNanos < 0 || input == 0) {
      throw new IllegalStateException("a stream without output or usage: " + api.configName());
    }
    return new DemoTurn(input, cacheRead, cacheWrite, firstTokenNanos, text.toString());
  }

  private void line(String line) {
    if (!line.startsWith(DATA)) {
      return;
    }
    try {
      event(MAPPER.readTree(line.substring(DATA.length() - 1)));
    } catch (JsonProcessingException malformed) {
      throw new IllegalStateException("a malformed event: " + line, malformed);
    }
  }

  private void event(JsonNode event) {
    switch (api) {
      case CHAT -> {
        output(event.at("/choices/0/delta/content").asText());
        JsonNode usage = event.path("usage");
        if (usage.isObject()) {
          inclusive(usage, "prompt_tokens", "/prompt_tokens_details/cached_tokens");
        }
      }
      case RESPONSES -> {
        String type = event.path("type").asText();
        if (type.equals("response.output_text.delta")) {
          output(event.path("delta").asText());
        } else if (type.equals("response.completed")) {
          JsonNode usage = event.at("/response/usage");
          inclusive(usage, "input_tokens", "/input_tokens_details/cached_tokens");
        }
      }
      case AI_SDK -> throw new IllegalStateException("no demo speaks " + api.configName());
      case MESSAGES -> {
        output(event.at("/delta/text").asText());
        JsonNode usage = event.at("/message/usage");
        if (usage.isObject()) {
          cacheRead = usage.path("cache_read_input_tokens").asLong();
          cacheWrite = usage.path("cache_creation_input_tokens").asLong();
          input = usage.path("input_tokens").asLong() + cacheRead + cacheWrite;
        }
      }
    }
  }

  private void inclusive(JsonNode usage, String all, String cached) {
    input = usage.path(all).asLong();
    cacheRead = usage.at(cached).asLong();
  }

  private void output(String piece) {
    if (piece.isEmpty()) {
      return;
    }
    if (firstTokenNanos < 0) {
      firstTokenNanos = System.nanoTime() - sentNanos;
    }
    text.append(piece);
  }
}
