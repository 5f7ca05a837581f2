package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.FileUrl;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Part.Media.Source;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the content of a message: a string where that says all, else a list of parts. */
final class ContentWriter {
  private final JsonGenerator json;
  private final Flavor flavor;

  ContentWriter(JsonGenerator json, Flavor flavor) {
    this.json = json;
    this.flavor = flavor;
  }

  /**
   * Writes the value of {@code content}.
   *
   * @param parts texts and media
   * @param between what stands between texts that become one
   */
  void write(List<Part> parts, String between) throws IOException {
    if (asList(parts)) {
      json.writeStartArray();
      for (Part part : parts) {
        part(part);
      }
      json.writeEndArray();
      return;
    }
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(text.isEmpty() ? "" : between).append(((Part.Text) part).text());
    }
    json.writeString(text.toString());
  }

  private boolean asList(List<Part> parts) {
    boolean marks = flavor.takesCacheMarks();
    for (Part part : parts) {
      if (!(part instanceof Part.Text text) || (marks && text.cache() != null)) {
        return true;
      }
    }
    return parts.size() > 1 && flavor.keepsTextsApart();
  }

  private void part(Part part) throws IOException {
    json.writeStartObject();
    if (part instanceof Part.Text text) {
      json.writeStringField("type", "text");
      json.writeStringField("text", text.text());
      mark(text.cache());
    } else if (part instanceof Part.Media media) {
      media(media);
      mark(media.cache());
    } else {
      throw new IllegalArgumentException("no content of a message: " + part);
    }
    json.writeEndObject();
  }

  private void media(Part.Media media) throws IOException {
    if (media.image()) {
      image(media);
    } else if (media.source() instanceof Source.PlainText text) {
      json.writeStringField("type", "text");
      json.writeStringField("text", text.text());
    } else if (media.audio() && media.source() instanceof Source.Data data) {
      json.writeStringField("type", "input_audio");
      json.writeObjectFieldStart("input_audio");
      json.writeStringField("data", data.base64());
      json.writeStringField("format", audioFormat(media.mediaType()));
      json.writeEndObject();
    } else if (media.mediaType().startsWith("video/")) {
      json.writeStringField("type", "video_url");
      json.writeObjectFieldStart("video_url");
      json.writeStringField("url", url(media, "video"));
      json.writeEndObject();
    } else {
      file(media);
    }
  }

  private void image(Part.Media image) throws IOException {
    json.writeStringField("type", "image_url");
    json.writeObjectFieldStart("image_url");
    json.writeStringField("url", url(image, "image"));
    if (image.detail() != null) {
      json.writeStringField("detail", image.detail());
    }
    json.writeEndObject();
  }

  private void file(Part.Media file) throws IOException {
    json.writeStringField("type", "file");
    json.writeObjectFieldStart("file");
    if (file.source() instanceof Source.FileId uploaded) {
      json.writeStringField("file_id", uploaded.id());
    } else {
      json.writeStringField("filename", file.name() == null ? "document.pdf" : file.name());
      json.writeStringField("file_data", fileData(file));
    }
    json.writeEndObject();
  }

  /** A file's bytes; OpenAI takes no URL for them, some compatible providers do. */
  private String fileData(Part.Media file) {
    if (flavor == Flavor.OPENAI && file.source() instanceof Source.Url) {
      throw new InvalidRequestException(
          "messages",
          "a document by URL cannot be sent to this model's provider (expected: its bytes)");
    }
    return url(file, "file");
  }

  private static String url(Part.Media media, String what) {
    if (media.source() instanceof Source.Data data) {
      return FileUrl.of(media.mediaType(), data);
    }
    if (media.source() instanceof Source.Url url) {
      return url.url();
    }
    throw new InvalidRequestException(
        "messages",
        "an uploaded "
            + what
            + " cannot be sent to this model's provider (expected: its bytes or a URL)");
  }

  private static String audioFormat(String mediaType) {
    String format = mediaType.substring("audio/".length());
    return switch (format) {
      case "mpeg" -> "mp3";
      case "x-wav", "wave" -> "wav";
      default -> format;
    };
  }

  private void mark(@Nullable CacheMark mark) throws IOException {
    if (mark != null && flavor.takesCacheMarks()) {
      json.writeObjectFieldStart("cache_control");
      json.writeStringField("type", "ephemeral");
      if (flavor == Flavor.CLAUDE && mark.ttl() != null) {
        json.writeStringField("ttl", mark.ttl());
      }
      json.writeEndObject();
    }
  }
}
