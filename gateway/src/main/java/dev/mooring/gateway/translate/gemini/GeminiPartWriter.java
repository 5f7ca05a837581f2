package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CallArguments;
import dev.mooring.gateway.translate.model.MediaTypes;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes single parts of {@code contents}. */
final class GeminiPartWriter {
  private final boolean mediaInResults;
  private final boolean ids;

  /**
   * @param mediaInResults whether a result of a function may hold files (Gemini 3)
   * @param ids whether calls and results have ids, which Vertex does not know
   */
  GeminiPartWriter(boolean mediaInResults, boolean ids) {
    this.mediaInResults = mediaInResults;
    this.ids = ids;
  }

  /** Writes text. */
  void text(String text, @Nullable Signature seal, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("text", text);
    end(seal == null ? null : seal.value(), json);
  }

  /** Writes thoughts; a seal without words is one on nothing. */
  void thought(String text, @Nullable Signature seal, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("text", text);
    if (!text.isEmpty()) {
      json.writeBooleanField("thought", true);
    }
    end(seal == null ? null : seal.value(), json);
  }

  /** Writes a call. */
  void call(Part.ToolCall call, @Nullable String seal, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("functionCall");
    id(call.id(), json);
    json.writeStringField("name", call.name());
    json.writeFieldName("args");
    CallArguments.write(call.arguments(), json);
    json.writeEndObject();
    end(seal, json);
  }

  /**
   * Writes what a tool gave back. Its text is a string in the response: as an object, Google would
   * keep neither the digits of its numbers nor the order of its members.
   */
  void result(Part.ToolResult result, String name, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("functionResponse");
    id(result.callId(), json);
    json.writeStringField("name", name);
    json.writeObjectFieldStart("response");
    json.writeStringField(result.error() ? "error" : "output", words(result));
    json.writeEndObject();
    List<Part.Media> files = files(result);
    if (mediaInResults && !files.isEmpty()) {
      json.writeArrayFieldStart("parts");
      for (Part.Media file : files) {
        media(file, null, json);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Writes a result's files beside it, where they cannot stand in it. */
  void mediaBeside(Part.ToolResult result, JsonGenerator json) throws IOException {
    if (!mediaInResults) {
      for (Part.Media file : files(result)) {
        media(file, null, json);
      }
    }
  }

  /** Writes a file. */
  void media(Part.Media media, @Nullable Signature seal, JsonGenerator json) throws IOException {
    String type = MediaTypes.of(media);
    json.writeStartObject();
    if (media.source() instanceof Part.Media.Source.Data data) {
      data(type, data.base64(), json);
    } else if (media.source() instanceof Part.Media.Source.PlainText text) {
      byte[] bytes = text.text().getBytes(StandardCharsets.UTF_8);
      data("text/plain", Base64.getEncoder().encodeToString(bytes), json);
    } else if (media.source() instanceof Part.Media.Source.Url url) {
      url(type, url.url(), json);
    } else if (media.source() instanceof Part.Media.Source.FileId file) {
      url(type, uri(file.id()), json);
    }
    end(seal == null ? null : seal.value(), json);
  }

  private static void data(String type, String base64, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("inlineData");
    json.writeStringField("mimeType", concrete(type));
    json.writeStringField("data", base64);
    json.writeEndObject();
  }

  private static void url(String type, String url, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("fileData");
    json.writeStringField("mimeType", concrete(type));
    json.writeStringField("fileUri", url);
    json.writeEndObject();
  }

  /** A media type without a star, which Google refuses. */
  private static String concrete(String type) {
    return type.startsWith("image/*") ? "image/jpeg" : type.isEmpty() ? "text/plain" : type;
  }

  /** The URI of a file that was uploaded to Google. */
  private static String uri(String id) {
    if (id.startsWith("https://") || id.startsWith("gs://")) {
      return id;
    }
    if (id.startsWith("files/")) {
      return "https://generativelanguage.googleapis.com/v1beta/" + id;
    }
    throw new InvalidRequestException(
        "file_id", "file_id: Gemini cannot read a file of another provider; send its data or URL");
  }

  private void id(String id, JsonGenerator json) throws IOException {
    if (ids) {
      json.writeStringField("id", id);
    }
  }

  private static void end(@Nullable String seal, JsonGenerator json) throws IOException {
    if (seal != null) {
      json.writeStringField("thoughtSignature", seal);
    }
    json.writeEndObject();
  }

  private static String words(Part.ToolResult result) {
    StringBuilder words = new StringBuilder();
    for (Part part : result.content()) {
      if (part instanceof Part.Text text) {
        words.append(words.isEmpty() ? "" : "\n").append(text.text());
      }
    }
    return words.toString();
  }

  private static List<Part.Media> files(Part.ToolResult result) {
    List<Part.Media> files = new ArrayList<>(0);
    for (Part part : result.content()) {
      if (part instanceof Part.Media media) {
        files.add(media);
      }
    }
    return files;
  }
}
