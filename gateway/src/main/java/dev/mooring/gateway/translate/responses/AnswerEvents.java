package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.mooring.gateway.translate.model.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The server-sent events of one answer, numbered from 0 in the order in which they are written. */
final class AnswerEvents {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
  private final @Nullable JsonGenerator json;
  private long number;

  private AnswerEvents(boolean read) {
    this.json = read ? generator(out) : null;
  }

  /** The events of a stream. */
  static AnswerEvents streamed() {
    return new AnswerEvents(true);
  }

  /** Events that nobody reads: none is written. */
  static AnswerEvents unread() {
    return new AnswerEvents(false);
  }

  /**
   * Writes an event.
   *
   * @param members its members besides {@code type} and {@code sequence_number}
   */
  void write(String type, Json.Writing members) {
    JsonGenerator to = json;
    if (to == null) {
      return;
    }
    try {
      to.writeRaw("event: ");
      to.writeRaw(type);
      to.writeRaw("\ndata: ");
      to.writeStartObject();
      to.writeStringField("type", type);
      to.writeNumberField("sequence_number", number++);
      members.to(to);
      to.writeEndObject();
      to.writeRaw("\n\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes an event of an item; its members come after those that name the item. */
  void write(String type, OutputItem item, Json.Writing members) {
    write(
        type,
        to -> {
          to.writeStringField("item_id", item.id());
          to.writeNumberField("output_index", item.index());
          members.to(to);
        });
  }

  /** The bytes that were written since the last call. */
  byte[] take() {
    JsonGenerator from = json;
    if (from == null) {
      return new byte[0];
    }
    try {
      from.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] bytes = out.toByteArray();
    out.reset();
    return bytes;
  }

  private static JsonGenerator generator(ByteArrayOutputStream out) {
    try {
      JsonGenerator json = Json.MAPPER.getFactory().createGenerator(out);
      json.setRootValueSeparator(new SerializedString(""));
      return json;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
