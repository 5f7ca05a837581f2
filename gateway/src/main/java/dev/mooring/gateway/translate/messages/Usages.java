package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code usage} of Messages, whose {@code input_tokens} leave out what was read from the cache
 * and written to it. A stream tells it in pieces: the last that is told counts.
 */
final class Usages {
  private static final byte[] INPUT = EventText.ascii("{\"input_tokens\":");
  private static final byte[] WRITTEN = EventText.ascii(",\"cache_creation_input_tokens\":");
  private static final byte[] READ = EventText.ascii(",\"cache_read_input_tokens\":");
  private static final byte[] FIVE_MINUTES =
      EventText.ascii(",\"cache_creation\":{\"ephemeral_5m_input_tokens\":");
  private static final byte[] HOUR = EventText.ascii(",\"ephemeral_1h_input_tokens\":");
  private static final byte[] OUTPUT = EventText.ascii("},\"output_tokens\":");
  private static final byte[] THOUGHT =
      EventText.ascii(",\"output_tokens_details\":{\"thinking_tokens\":");
  private static final byte[] END = EventText.ascii("}");

  private @Nullable Long input;
  private @Nullable Long output;
  private long read;
  private long written;
  private long writtenForAnHour;
  private long thought;

  /** Takes a {@code usage}, or none. */
  void add(JsonNode usage) {
    input = newer(usage.path("input_tokens"), input);
    output = newer(usage.path("output_tokens"), output);
    read = newest(usage.path("cache_read_input_tokens"), read);
    written = newest(usage.path("cache_creation_input_tokens"), written);
    writtenForAnHour =
        newest(usage.path("cache_creation").path("ephemeral_1h_input_tokens"), writtenForAnHour);
    thought = newest(usage.path("output_tokens_details").path("thinking_tokens"), thought);
  }

  /** What was told so far; null for nothing. */
  @Nullable TokenUsage told() {
    if (input == null && output == null) {
      return null;
    }
    long all = (input == null ? 0 : input) + read + written;
    long out = output == null ? 0 : output;
    return new TokenUsage(
        all, read, written, Math.min(written, writtenForAnHour), out, Math.min(out, thought));
  }

  /** Writes a usage; zeros where none is known, since every client's parser wants one. */
  static void write(EventText out, @Nullable TokenUsage known) {
    TokenUsage usage = known == null ? TokenUsage.NONE : known;
    out.raw(INPUT).number(usage.uncached());
    out.raw(WRITTEN).number(usage.cacheWrite());
    out.raw(READ).number(usage.cacheRead());
    out.raw(FIVE_MINUTES).number(Math.max(0, usage.cacheWrite() - usage.cacheWrite1h()));
    out.raw(HOUR).number(usage.cacheWrite1h());
    out.raw(OUTPUT).number(usage.output());
    if (usage.reasoning() > 0) {
      out.raw(THOUGHT).number(usage.reasoning()).raw(END);
    }
    out.raw(END);
  }

  /** Writes the same as {@link #write(EventText, TokenUsage)}. */
  static void write(JsonGenerator json, @Nullable TokenUsage known) throws IOException {
    EventText text = new EventText();
    write(text, known);
    json.writeRawValue(new String(text.take(), java.nio.charset.StandardCharsets.US_ASCII));
  }

  private static @Nullable Long newer(JsonNode told, @Nullable Long before) {
    return told.canConvertToLong() ? (Long) Math.max(0, told.longValue()) : before;
  }

  private static long newest(JsonNode told, long before) {
    return told.canConvertToLong() ? Math.max(0, told.longValue()) : before;
  }
}
