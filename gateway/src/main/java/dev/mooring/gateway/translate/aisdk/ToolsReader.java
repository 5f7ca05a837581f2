package dev.mooring.gateway.translate.aisdk;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code tools} and {@code toolChoice}. */
final class ToolsReader {
  private final WarningSink warnings;

  ToolsReader(WarningSink warnings) {
    this.warnings = warnings;
  }

  /** The tools, in order. */
  List<Tool> tools(JsonField body) {
    List<Tool> tools = new ArrayList<>();
    for (JsonField tool : body.get("tools").items()) {
      Tool read = tool(tool);
      if (read != null) {
        tools.add(read);
      }
    }
    return List.copyOf(tools);
  }

  private @Nullable Tool tool(JsonField tool) {
    String type = tool.get("type").required();
    return switch (type) {
      case "function" -> function(tool);
      case "provider", "provider-defined" -> ProviderTool.read(tool, warnings);
      default -> {
        warnings.unsupported(tool.path(), "Its type is unknown; it was left out.");
        yield null;
      }
    };
  }

  private Tool function(JsonField tool) {
    if (tool.get("inputExamples").present()) {
      warnings.unsupported(tool.get("inputExamples").path(), "The examples were left out.");
    }
    JsonField schema = tool.get("inputSchema");
    return new Tool.Function(
        tool.get("name").required(),
        tool.get("description").text(),
        schema.present() ? schema.node() : null,
        tool.get("strict").flag(),
        false,
        NodeOptions.mark(tool));
  }

  /** Which tools may or must be called; null for the model's default. */
  @Nullable ToolChoice choice(JsonField body) {
    JsonField choice = body.get("toolChoice");
    if (!choice.present()) {
      return null;
    }
    return switch (choice.get("type").required()) {
      case "auto" -> ToolChoice.AUTO;
      case "none" -> ToolChoice.NONE;
      case "required" -> ToolChoice.REQUIRED;
      case "tool" -> ToolChoice.named(choice.get("toolName").required());
      default -> throw choice.get("type").wrong("auto, none, required or tool");
    };
  }
}
