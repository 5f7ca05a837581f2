package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a tool gave back. */
final class OutputReader {
  private static final String DENIED = "The tool was not run: its execution was denied.";

  private final WarningSink warnings;

  OutputReader(WarningSink warnings) {
    this.warnings = warnings;
  }

  /** Reads a part of type {@code tool-result}. */
  Part.ToolResult read(JsonField part, @Nullable CacheMark mark) {
    JsonField output = part.get("output");
    CacheMark own = mark == null ? NodeOptions.mark(output) : mark;
    String type = output.get("type").required();
    return new Part.ToolResult(
        part.get("toolCallId").required(),
        part.get("toolName").text(),
        content(output, type),
        type.startsWith("error-"),
        own);
  }

  private List<Part> content(JsonField output, String type) {
    return switch (type) {
      case "text", "error-text" -> text(output.get("value").required());
      case "json", "error-json" -> json(output.get("value").node());
      case "execution-denied" -> {
        String reason = output.get("reason").text();
        yield text(reason == null || reason.isBlank() ? DENIED : reason);
      }
      case "content" -> items(output);
      default -> {
        warnings.unsupported(
            output.get("type").path(),
            "The kind '" + type + "' is unknown; its JSON was sent as text.");
        yield json(output.node());
      }
    };
  }

  private List<Part> items(JsonField output) {
    List<Part> items = new ArrayList<>();
    for (JsonField item : output.get("value").items()) {
      Part part = item(item);
      if (part != null) {
        items.add(part);
      }
    }
    return List.copyOf(items);
  }

  private @Nullable Part item(JsonField item) {
    CacheMark mark = NodeOptions.mark(item);
    return switch (item.get("type").required()) {
      case "text" -> new Part.Text(item.get("text").required(), mark);
      case "file", "media" -> FileReader.read(item, mark);
      case "file-data" -> FileReader.read(item, "data", FileReader.UNKNOWN_TYPE, mark);
      case "file-url" -> FileReader.read(item, "url", FileReader.UNKNOWN_TYPE, mark);
      case "file-id" -> FileReader.read(item, "fileId", FileReader.UNKNOWN_TYPE, mark);
      case "image-data" -> FileReader.read(item, "data", "image/*", mark);
      case "image-url" -> FileReader.read(item, "url", "image/*", mark);
      case "image-file-id" -> FileReader.read(item, "fileId", "image/*", mark);
      default -> {
        warnings.unsupported(item.path(), "A part of its type cannot be carried; it was left out.");
        yield null;
      }
    };
  }

  private static List<Part> text(String text) {
    return List.of(new Part.Text(text, null));
  }

  private static List<Part> json(JsonNode value) {
    return text(value.isMissingNode() ? "null" : Json.text(value));
  }
}
