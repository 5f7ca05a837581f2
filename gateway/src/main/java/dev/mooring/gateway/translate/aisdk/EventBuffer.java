package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Server-sent events that wait to be taken; each is one JSON object. */
final class EventBuffer {
  private static final byte[] LEAD = "data: ".getBytes(StandardCharsets.UTF_8);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] NOTHING = {};

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
  private final JsonGenerator json;

  EventBuffer() {
    try {
      json = Json.MAPPER.getFactory().createGenerator(out);
      json.setRootValueSeparator(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the fields of an event are written. */
  JsonGenerator json() {
    return json;
  }

  /** Adds an event of a type. */
  void write(String type, Json.Writing fields) {
    object(
        to -> {
          to.writeStringField("type", type);
          fields.to(to);
        });
  }

  /** Adds an event with a delta of a part. */
  void delta(String type, String id, String delta) {
    try {
      out.write(LEAD);
      json.writeStartObject();
      json.writeStringField("type", type);
      json.writeStringField("id", id);
      json.writeStringField("delta", delta);
      json.writeEndObject();
      json.flush();
      out.write(END);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds an event of some fields, its type among them. */
  void object(Json.Writing fields) {
    try {
      out.write(LEAD);
      json.writeStartObject();
      fields.to(json);
      json.writeEndObject();
      json.flush();
      out.write(END);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was added since the last time. */
  byte[] take() {
    if (out.size() == 0) {
      return NOTHING;
    }
    byte[] taken = out.toByteArray();
    out.reset();
    return taken;
  }
}
