package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
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
  Part.ToolResult read(Fields part, @Nullable CacheMark mark) {
    Fields output = Fields.of(part.get("output"), part.at("output"));
    CacheMark own = mark == null ? NodeOptions.mark(output) : mark;
    String type = output.string("type");
    return new Part.ToolResult(
        part.string("toolCallId"),
        part.stringOrNull("toolName"),
        content(output, type),
        type.startsWith("error-"),
        own);
  }

  private List<Part> content(Fields output, String type) {
    return switch (type) {
      case "text", "error-text" -> text(output.string("value"));
      case "json", "error-json" -> json(output.node().path("value"));
      case "execution-denied" -> {
        String reason = output.stringOrNull("reason");
        yield text(reason == null || reason.isBlank() ? DENIED : reason);
      }
      case "content" -> items(output);
      default -> {
        warnings.unsupported(
            output.at("type"), "The kind '" + type + "' is unknown; its JSON was sent as text.");
        yield json(output.node());
      }
    };
  }

  private List<Part> items(Fields output) {
    List<Part> items = new ArrayList<>();
    for (Fields item : output.objects("value")) {
      Part part = item(item);
      if (part != null) {
        items.add(part);
      }
    }
    return List.copyOf(items);
  }

  private @Nullable Part item(Fields item) {
    CacheMark mark = NodeOptions.mark(item);
    return switch (item.string("type")) {
      case "text" -> new Part.Text(item.string("text"), mark);
      case "file", "media" -> FileReader.read(item, mark);
      case "file-data" -> FileReader.of(item, "data", "application/octet-stream", mark);
      case "file-url" -> FileReader.of(item, "url", "application/octet-stream", mark);
      case "file-id" -> FileReader.of(item, "fileId", "application/octet-stream", mark);
      case "image-data" -> FileReader.of(item, "data", "image/*", mark);
      case "image-url" -> FileReader.of(item, "url", "image/*", mark);
      case "image-file-id" -> FileReader.of(item, "fileId", "image/*", mark);
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
