package dev.mooring.gateway.evaluate;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * Writes the request of a turn: its blocks as filler text of their length, the first as the
 * instructions, the others as messages. Where the provider caches at markers, there is one after
 * the instructions and one at the end.
 */
final class RequestBody {
  private static final int BYTES_PER_TOKEN = 4;
  private static final String MARKER = ",\"cache_control\":{\"type\":\"ephemeral\"}";

  private RequestBody() {}

  /** The path that the turn is sent to. */
  static String path(Turn turn) {
    return claude(turn) ? "/v1/messages" : "/v1/chat/completions";
  }

  /**
   * The body.
   *
   * @param cacheKey the {@code prompt_cache_key}; empty for none
   */
  static Buffer of(Turn turn, String cacheKey) {
    StringBuilder json = new StringBuilder(turn.promptTokens() / World.SCALE * 5);
    json.append("{\"model\":\"").append(turn.model()).append("\",\"stream\":true,");
    json.append("\"max_tokens\":1000,");
    if (claude(turn)) {
      json.append("\"system\":[{\"type\":\"text\",\"text\":\"");
      filler(json, turn.prompt().get(0));
      json.append('"').append(MARKER).append("}],\"messages\":[");
    } else {
      json.append("\"stream_options\":{\"include_usage\":true},");
      if (!cacheKey.isEmpty()) {
        json.append("\"prompt_cache_key\":\"").append(cacheKey).append("\",");
      }
      json.append("\"messages\":[{\"role\":\"system\",\"content\":\"");
      filler(json, turn.prompt().get(0));
      json.append("\"},");
    }
    messages(json, turn);
    return Buffer.buffer(json.append("]}").toString());
  }

  private static void messages(StringBuilder json, Turn turn) {
    List<Block> prompt = turn.prompt();
    for (int i = 1; i < prompt.size(); i++) {
      boolean last = i == prompt.size() - 1;
      json.append(i == 1 ? "" : ",").append("{\"role\":\"");
      json.append(i % 2 == 1 ? "user" : "assistant").append("\",\"content\":");
      if (last && claude(turn)) {
        json.append("[{\"type\":\"text\",\"text\":\"");
        filler(json, prompt.get(i));
        json.append('"').append(MARKER).append("}]}");
      } else {
        json.append('"');
        filler(json, prompt.get(i));
        json.append("\"}");
      }
    }
  }

  /** A text of the block's scaled length that tells blocks apart. */
  private static void filler(StringBuilder json, Block block) {
    int end = json.length() + BYTES_PER_TOKEN * World.text(block.tokens());
    json.append(block.hash(), 0, Math.min(block.hash().length(), end - json.length()));
    while (json.length() < end) {
      json.append('x');
    }
  }

  /** Whether the provider caches at markers. */
  static boolean claude(Turn turn) {
    return turn.model().startsWith("claude");
  }
}
