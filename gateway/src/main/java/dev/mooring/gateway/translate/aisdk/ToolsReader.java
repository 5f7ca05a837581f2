package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
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
  List<Tool> tools(Fields body) {
    List<Tool> tools = new ArrayList<>();
    for (Fields tool : body.objects("tools")) {
      Tool read = tool(tool);
      if (read != null) {
        tools.add(read);
      }
    }
    return List.copyOf(tools);
  }

  private @Nullable Tool tool(Fields tool) {
    String type = tool.string("type");
    return switch (type) {
      case "function" -> function(tool);
      case "provider", "provider-defined" -> ProviderTool.read(tool, warnings);
      default -> {
        warnings.unsupported(tool.path(), "Its type is unknown; it was left out.");
        yield null;
      }
    };
  }

  private Tool function(Fields tool) {
    if (tool.has("inputExamples")) {
      warnings.unsupported(tool.at("inputExamples"), "The examples were left out.");
    }
    JsonNode schema = tool.get("inputSchema");
    return new Tool.Function(
        tool.string("name"),
        tool.stringOrNull("description"),
        schema.isMissingNode() ? null : schema,
        tool.bool("strict"),
        false,
        NodeOptions.mark(tool));
  }

  /** Which tools may or must be called; null for the model's default. */
  @Nullable ToolChoice choice(Fields body) {
    Fields choice = body.object("toolChoice");
    if (choice == null) {
      return null;
    }
    return switch (choice.string("type")) {
      case "auto" -> ToolChoice.AUTO;
      case "none" -> ToolChoice.NONE;
      case "required" -> ToolChoice.REQUIRED;
      case "tool" -> ToolChoice.named(choice.string("toolName"));
      default ->
          throw new InvalidRequestException(
              choice.at("type"),
              choice.at("type") + ": unknown (expected: auto, none, required, tool)");
    };
  }
}
