package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.OutputFormat;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The value of {@code text.format}. */
final class TextFormat {
  private TextFormat() {}

  /** Writes a format; null is plain text. */
  static void write(JsonGenerator json, @Nullable OutputFormat format) throws IOException {
    json.writeStartObject();
    if (format == null) {
      json.writeStringField("type", "text");
    } else if (format.schema() == null) {
      json.writeStringField("type", "json_object");
    } else {
      json.writeStringField("type", "json_schema");
      json.writeStringField("name", format.name() == null ? "answer" : format.name());
      if (format.description() != null) {
        json.writeStringField("description", format.description());
      }
      json.writeFieldName("schema");
      json.writeTree(format.schema());
      if (format.strict() != null) {
        json.writeBooleanField("strict", format.strict());
      }
    }
    json.writeEndObject();
  }
}
