package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.MediaTypes;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Part.Media;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/** Writes the content blocks of a request. */
final class BlockWriter {
  private final JsonGenerator json;
  private final CacheMarks marks;
  private final WarningSink warnings;

  /** Blocks of one request. */
  BlockWriter(JsonGenerator json, CacheMarks marks, WarningSink warnings) {
    this.json = json;
    this.marks = marks;
    this.warnings = warnings;
  }

  /** Writes an array of blocks. */
  void blocks(List<Part> parts) throws IOException {
    json.writeStartArray();
    for (Part part : parts) {
      json.writeStartObject();
      block(part);
      marks.write(json, part.cache());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void block(Part part) throws IOException {
    if (part instanceof Part.Text text) {
      text(text.text());
    } else if (part instanceof Media media) {
      media(media);
    } else if (part instanceof Part.Reasoning reasoning) {
      thinking(reasoning);
    } else if (part instanceof Part.ToolCall call) {
      toolUse(call);
    } else if (part instanceof Part.ToolResult result) {
      toolResult(result);
    } else {
      throw new IllegalArgumentException("no part of a turn: " + part);
    }
  }

  private void text(String text) throws IOException {
    json.writeStringField("type", "text");
    json.writeStringField("text", text);
  }

  private void thinking(Part.Reasoning reasoning) throws IOException {
    String seal = Objects.requireNonNull(reasoning.signature()).value();
    if (reasoning.signature().redacted()) {
      json.writeStringField("type", "redacted_thinking");
      json.writeStringField("data", seal);
    } else {
      json.writeStringField("type", "thinking");
      json.writeStringField("thinking", reasoning.text());
      json.writeStringField("signature", seal);
    }
  }

  private void toolUse(Part.ToolCall call) throws IOException {
    if (call.signature() != null) {
      warnings.unsupported("reasoning", "reasoning that Anthropic has not signed is left out");
    }
    json.writeStringField("type", "tool_use");
    json.writeStringField("id", CallIds.fitting(call.id()));
    json.writeStringField("name", call.name());
    json.writeFieldName("input");
    JsonNode input = call.arguments().isBlank() ? null : Json.readOrNull(call.arguments());
    if (input != null && input.isObject()) {
      json.writeTree(input);
    } else if (call.arguments().isBlank()) {
      json.writeStartObject();
      json.writeEndObject();
    } else {
      throw new InvalidRequestException(
          "messages",
          "the arguments of the tool call " + call.id() + " must be the text of a JSON object");
    }
  }

  private void toolResult(Part.ToolResult result) throws IOException {
    json.writeStringField("type", "tool_result");
    json.writeStringField("tool_use_id", CallIds.fitting(result.callId()));
    List<Part> content =
        result.content().stream()
            .filter(part -> !(part instanceof Part.Text text) || !text.text().isEmpty())
            .toList();
    if (!content.isEmpty()) {
      json.writeArrayFieldStart("content");
      for (Part part : content) {
        json.writeStartObject();
        block(part);
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    if (result.error()) {
      json.writeBooleanField("is_error", true);
    }
  }

  private void media(Media media) throws IOException {
    String type = MediaTypes.of(media);
    MediaKind kind = MediaKind.of(type);
    if (kind == MediaKind.OTHER) {
      throw new InvalidRequestException(
          "messages",
          "Anthropic's models take no " + type + " (expected: an image, a PDF document or text)");
    }
    if (media.detail() != null && !media.detail().equals("auto")) {
      warnings.unsupported("image_url.detail", "Anthropic chooses the detail of images itself");
    }
    json.writeStringField("type", media.image() ? "image" : "document");
    json.writeObjectFieldStart("source");
    source(media.source(), type);
    json.writeEndObject();
    if (!media.image() && media.name() != null) {
      json.writeStringField("title", media.name());
    }
  }

  private void source(Media.Source source, String type) throws IOException {
    if (source instanceof Media.Source.Url url) {
      json.writeStringField("type", "url");
      json.writeStringField("url", url.url());
    } else if (source instanceof Media.Source.FileId file) {
      json.writeStringField("type", "file");
      json.writeStringField("file_id", file.id());
    } else if (source instanceof Media.Source.PlainText text) {
      plain(text.text());
    } else if (source instanceof Media.Source.Data data) {
      if (MediaKind.of(type) == MediaKind.TEXT) {
        plain(decoded(data.base64()));
      } else {
        json.writeStringField("type", "base64");
        json.writeStringField("media_type", concrete(type));
        json.writeStringField("data", data.base64());
      }
    }
  }

  /** An image's type as the API knows it; it wants to be told one. */
  private static String concrete(String type) {
    return switch (type) {
      case "image/jpg" -> "image/jpeg";
      case "image/*" -> "image/png";
      default -> type;
    };
  }

  private void plain(String text) throws IOException {
    json.writeStringField("type", "text");
    json.writeStringField("media_type", "text/plain");
    json.writeStringField("data", text);
  }

  private static String decoded(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException("messages", "a file's data must be base64");
    }
  }
}
