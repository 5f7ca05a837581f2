package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Part.Media;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Signature.Family;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the content blocks of a request's messages. What only Anthropic's own tools make or read is
 * left out, with a warning.
 */
final class Contents {
  private final WarningSink warnings;
  private final Map<String, String> toolNames = new HashMap<>();

  /** Blocks of one request. */
  Contents(WarningSink warnings) {
    this.warnings = warnings;
  }

  /** Reads a {@code content}: a string, or an array of blocks; none where it is absent. */
  List<Part> read(JsonField content) {
    if (content.isText()) {
      return List.of(new Part.Text(content.required(), null));
    }
    List<Part> parts = new ArrayList<>();
    for (JsonField block : content.items()) {
      block(block, parts);
    }
    return parts;
  }

  /** The marker of a block or tool; null for none. */
  static @Nullable CacheMark mark(JsonField block) {
    JsonField control = block.get("cache_control");
    return control.present() ? CacheMark.of(control.get("ttl").text()) : null;
  }

  private void block(JsonField block, List<Part> parts) {
    String type = block.get("type").required();
    switch (type) {
      case "text" -> {
        if (block.get("citations").present() && !block.get("citations").node().isEmpty()) {
          warnings.unsupported("citations", "the citations of earlier texts are left out");
        }
        parts.add(new Part.Text(block.get("text").required(), mark(block)));
      }
      case "image" -> parts.add(image(block));
      case "document" -> document(block, parts);
      case "search_result" -> parts.add(searchResult(block));
      case "thinking" ->
          parts.add(
              new Part.Reasoning(
                  block.get("thinking").required(),
                  Seals.signature(block.get("signature").text())));
      case "redacted_thinking" ->
          parts.add(new Part.Reasoning("", Seals.redacted(block.get("data").required())));
      case "tool_use" -> parts.add(toolUse(block, parts));
      case "tool_result" -> parts.add(toolResult(block));
      case "compaction" -> parts.add(new Part.Text(block.get("content").required(), mark(block)));
      default ->
          warnings.unsupported(
              type, "blocks of the type " + type + " are left out of the messages");
    }
  }

  private static Part image(JsonField block) {
    JsonField source = block.get("source");
    String type = source.get("type").required();
    String mediaType = type.equals("base64") ? source.get("media_type").required() : "image/*";
    return new Media(mediaType, source(source, type), null, null, mark(block));
  }

  private void document(JsonField block, List<Part> parts) {
    JsonField source = block.get("source");
    String name = block.get("title").text();
    if (block.get("context").present()) {
      warnings.unsupported("document.context", "what is told of documents is left out");
    }
    if (Boolean.TRUE.equals(block.get("citations").get("enabled").flag())) {
      warnings.unsupported("document.citations", "documents are not cited");
    }
    String type = source.get("type").required();
    switch (type) {
      case "text" -> parts.add(text(source.get("data").required(), name, mark(block)));
      case "content" -> content(source.get("content"), name, mark(block), parts);
      default -> {
        String mediaType = source.get("media_type").text();
        String pdf = mediaType == null ? "application/pdf" : mediaType;
        parts.add(new Media(pdf, source(source, type), name, null, mark(block)));
      }
    }
  }

  /** Reads a document that is made of blocks: its texts as one, its images after it. */
  private void content(
      JsonField content, @Nullable String name, @Nullable CacheMark mark, List<Part> parts) {
    List<Part> pieces = read(content);
    StringBuilder text = new StringBuilder();
    List<Part> images = new ArrayList<>();
    for (Part piece : pieces) {
      if (piece instanceof Part.Text words) {
        text.append(text.isEmpty() ? "" : "\n").append(words.text());
      } else {
        images.add(piece);
      }
    }
    parts.add(text(text.toString(), name, mark));
    parts.addAll(images);
  }

  private Part searchResult(JsonField block) {
    StringBuilder text = new StringBuilder(block.get("source").required());
    for (JsonField piece : block.get("content").items()) {
      text.append('\n').append(piece.get("text").required());
    }
    return text(text.toString(), block.get("title").text(), mark(block));
  }

  private static Media text(String text, @Nullable String name, @Nullable CacheMark mark) {
    return new Media("text/plain", new Media.Source.PlainText(text), name, null, mark);
  }

  private static Media.Source source(JsonField source, String type) {
    return switch (type) {
      case "base64" -> new Media.Source.Data(source.get("data").required());
      case "url" -> new Media.Source.Url(source.get("url").required());
      case "file" -> new Media.Source.FileId(source.get("file_id").required());
      default -> throw source.get("type").wrong("base64, url, file, or, of a document, text");
    };
  }

  /** Reads a call; Gemini's seal on it comes as a thinking block of its own before it. */
  private Part toolUse(JsonField block, List<Part> parts) {
    String id = block.get("id").required();
    String name = block.get("name").required();
    toolNames.put(id, name);
    JsonField input = block.get("input");
    if (input.present() && !input.node().isObject()) {
      throw input.wrong("an object");
    }
    String arguments = input.present() ? Json.text(input.node()) : "{}";
    return new Part.ToolCall(id, name, arguments, sealBefore(parts), mark(block));
  }

  private static @Nullable Signature sealBefore(List<Part> parts) {
    int last = parts.size() - 1;
    if (last >= 0
        && parts.get(last) instanceof Part.Reasoning reasoning
        && reasoning.text().isEmpty()
        && reasoning.signature() != null
        && reasoning.signature().family() == Family.GOOGLE) {
      parts.remove(last);
      return reasoning.signature();
    }
    return null;
  }

  /** Reads a result; a marker within it counts as its own. */
  private Part toolResult(JsonField block) {
    String id = block.get("tool_use_id").required();
    List<Part> content = List.copyOf(read(block.get("content")));
    CacheMark mark = mark(block);
    for (Part part : content) {
      mark = mark == null ? part.cache() : mark;
    }
    return new Part.ToolResult(
        id, toolNames.get(id), content, Boolean.TRUE.equals(block.get("is_error").flag()), mark);
  }
}
