package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.FileUrl;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Part.Media;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the contents of messages. */
final class ContentWriter {
  private final JsonGenerator json;

  ContentWriter(JsonGenerator json) {
    this.json = json;
  }

  /** Writes a list of what the model is given. */
  void input(List<Part> parts) throws IOException {
    json.writeStartArray();
    for (Part part : parts) {
      if (part instanceof Part.Text text) {
        member("input_text", "text", text.text());
      } else if (part instanceof Media media) {
        media(media);
      }
    }
    json.writeEndArray();
  }

  /** Writes something that the model said: a text or a refusal. */
  void output(Part part) throws IOException {
    if (part instanceof Part.Refusal refusal) {
      member("refusal", "refusal", refusal.text());
    } else if (part instanceof Part.Text text) {
      member("output_text", "text", text.text());
    }
  }

  private void member(String type, String name, String value) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type);
    json.writeStringField(name, value);
    json.writeEndObject();
  }

  private void media(Media media) throws IOException {
    if (media.source() instanceof Media.Source.PlainText words) {
      member("input_text", "text", words.text());
    } else if (media.image()) {
      image(media);
    } else if (media.audio() && media.source() instanceof Media.Source.Data data) {
      audio(media.mediaType().substring("audio/".length()), data.base64());
    } else {
      file(media);
    }
  }

  private void image(Media media) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "input_image");
    if (media.source() instanceof Media.Source.Data data) {
      json.writeStringField("image_url", FileUrl.of(media.mediaType(), data));
    } else if (media.source() instanceof Media.Source.Url url) {
      json.writeStringField("image_url", url.url());
    } else if (media.source() instanceof Media.Source.FileId file) {
      json.writeStringField("file_id", file.id());
    }
    optional("detail", media.detail());
    json.writeEndObject();
  }

  private void audio(String format, String base64) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "input_audio");
    json.writeObjectFieldStart("input_audio");
    json.writeStringField("data", base64);
    json.writeStringField("format", format.equals("mpeg") ? "mp3" : format);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Writes a document; one that comes with its bytes must have a name. */
  private void file(Media media) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "input_file");
    if (media.source() instanceof Media.Source.Data data) {
      json.writeStringField("filename", media.name() == null ? name(media) : media.name());
      json.writeStringField("file_data", FileUrl.of(media.mediaType(), data));
    } else if (media.source() instanceof Media.Source.Url url) {
      json.writeStringField("file_url", url.url());
    } else if (media.source() instanceof Media.Source.FileId file) {
      json.writeStringField("file_id", file.id());
    }
    json.writeEndObject();
  }

  private static String name(Media media) {
    return media.mediaType().equals("application/pdf") ? "document.pdf" : "document.txt";
  }

  private void optional(String name, @Nullable String value) throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }
}
