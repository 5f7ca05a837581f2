package dev.mooring.gateway.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names and short values that the APIs' JSON repeats most, found by their bytes, so that
 * reading one makes no new text. The table is fixed, each word in a slot of its own: what a caller
 * sends neither fills it nor slows it down.
 */
final class KnownWords {
  private static final int SHORTEST = 2;
  private static final int LONGEST = 2 * Long.BYTES;
  private static final List<String> WORDS =
      List.of(
          "anthropic",
          "arguments",
          "array",
          "assistant",
          "auto",
          "cacheControl",
          "cache_control",
          "cached_tokens",
          "caching",
          "call_id",
          "choices",
          "code",
          "content",
          "content_block",
          "conversation",
          "created",
          "custom",
          "data",
          "delta",
          "description",
          "detail",
          "developer",
          "encoding",
          "end_turn",
          "enum",
          "ephemeral",
          "error",
          "fileId",
          "file_id",
          "finish_reason",
          "format",
          "function",
          "function_call",
          "gateway",
          "id",
          "image",
          "image_url",
          "include",
          "include_usage",
          "index",
          "input",
          "inputSchema",
          "inputTokens",
          "input_schema",
          "input_text",
          "input_tokens",
          "instructions",
          "is_error",
          "item",
          "item_id",
          "items",
          "logprobs",
          "max_tokens",
          "media_type",
          "message",
          "messages",
          "metadata",
          "model",
          "name",
          "null",
          "object",
          "openai",
          "output",
          "outputTokens",
          "output_index",
          "output_text",
          "output_tokens",
          "parameters",
          "properties",
          "prompt",
          "prompt_cache_key",
          "prompt_tokens",
          "providerOptions",
          "reasoning",
          "reasoning_effort",
          "refusal",
          "required",
          "response",
          "role",
          "session_id",
          "signature",
          "source",
          "status",
          "stop",
          "stop_reason",
          "store",
          "stream",
          "stream_options",
          "strict",
          "string",
          "summary",
          "system",
          "temperature",
          "text",
          "text_delta",
          "thinking",
          "tool",
          "tool-call",
          "tool-result",
          "toolCallId",
          "toolName",
          "tool_call_id",
          "tool_calls",
          "tool_choice",
          "tool_result",
          "tool_use",
          "tool_use_id",
          "tools",
          "total_tokens",
          "ttl",
          "type",
          "usage",
          "user",
          "user_id",
          "value");
  private static final VarHandle BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int SLOT_BITS = 11;
  private static final long SEED = seed();
  private static final @Nullable String[] TABLE = new String[1 << SLOT_BITS];

  /** For each slot the first bytes of its word and the last. */
  private static final long[] BYTES_OF = new long[2 << SLOT_BITS];

  static {
    for (String word : WORDS) {
      byte[] bytes = padded(word);
      long first = first(bytes, 0, word.length());
      long last = last(bytes, 0, word.length());
      int slot = slot(first, last, SEED);
      TABLE[slot] = word;
      BYTES_OF[2 * slot] = first;
      BYTES_OF[2 * slot + 1] = last;
    }
  }

  private KnownWords() {}

  /** The word whose ASCII stands in a range, or null where it is none of these. */
  static @Nullable String find(byte[] text, int from, int to) {
    int length = to - from;
    if (length < SHORTEST || length > LONGEST || from + Long.BYTES > text.length) {
      return null;
    }
    long first = first(text, from, length);
    long last = last(text, from, length);
    int slot = slot(first, last, SEED);
    if (BYTES_OF[2 * slot] != first || BYTES_OF[2 * slot + 1] != last) {
      return null;
    }
    String word = TABLE[slot];
    return word != null && word.length() == length ? word : null;
  }

  /** The first eight bytes, or as many as there are. */
  private static long first(byte[] text, int from, int length) {
    long bytes = (long) BYTES.get(text, from);
    return length < Long.BYTES ? bytes & ((1L << (length * Byte.SIZE)) - 1) : bytes;
  }

  /** The last eight bytes of a word that is longer than that; else none. */
  private static long last(byte[] text, int from, int length) {
    return length > Long.BYTES ? (long) BYTES.get(text, from + length - Long.BYTES) : 0;
  }

  private static int slot(long first, long last, long seed) {
    return (int) (((first ^ Long.rotateLeft(last, 29)) * seed) >>> (Long.SIZE - SLOT_BITS));
  }

  /** An odd number that gives each word a slot of its own. */
  private static long seed() {
    long seed = 0x9E3779B97F4A7C15L;
    while (!separates(seed)) {
      seed = seed * 0x5851F42D4C957F2DL + 2;
    }
    return seed;
  }

  private static boolean separates(long seed) {
    boolean[] taken = new boolean[1 << SLOT_BITS];
    for (String word : WORDS) {
      byte[] bytes = padded(word);
      int slot = slot(first(bytes, 0, word.length()), last(bytes, 0, word.length()), seed);
      if (taken[slot]) {
        return false;
      }
      taken[slot] = true;
    }
    return true;
  }

  private static byte[] padded(String word) {
    byte[] bytes = new byte[LONGEST];
    byte[] ascii = word.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(ascii, 0, bytes, 0, ascii.length);
    return bytes;
  }
}
