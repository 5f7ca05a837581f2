package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/**
 * Something that the caller asked for was not done, or was done otherwise.
 *
 * @param type {@code unsupported} or {@code other}
 * @param feature the caller's field, or a word for it
 * @param details one sentence: what was done instead
 */
public record AnswerWarning(String type, String feature, String details) {

  /** Writes warnings as the field that tells of them. */
  public static void write(JsonGenerator json, List<AnswerWarning> warnings) throws IOException {
    json.writeArrayFieldStart("warnings");
    for (AnswerWarning warning : warnings) {
      json.writeStartObject();
      json.writeStringField("type", warning.type());
      json.writeStringField("feature", warning.feature());
      json.writeStringField("details", warning.details());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
