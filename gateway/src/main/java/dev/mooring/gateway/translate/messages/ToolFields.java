package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code tools} and {@code tool_choice}. */
final class ToolFields {
  private static final Set<String> KNOWN =
      Set.of("type", "name", "description", "input_schema", "strict", "cache_control");

  private ToolFields() {}

  /** The tools of a body. */
  static List<Tool> tools(JsonField body, WarningSink warnings) {
    List<Tool> tools = new ArrayList<>();
    for (JsonField tool : body.get("tools").items()) {
      String type = tool.get("type").text();
      tools.add(
          type == null || type.equals("custom") ? function(tool, warnings) : hosted(tool, type));
    }
    return List.copyOf(tools);
  }

  private static Tool function(JsonField tool, WarningSink warnings) {
    Iterator<String> names = tool.node().fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      if (!KNOWN.contains(name)) {
        warnings.unsupported("tools." + name, "the " + name + " of tools is left out");
      }
    }
    JsonField schema = tool.get("input_schema");
    return new Tool.Function(
        tool.get("name").required(),
        tool.get("description").text(),
        schema.present() ? schema.node() : null,
        tool.get("strict").flag(),
        false,
        Contents.mark(tool));
  }

  private static Tool hosted(JsonField tool, String type) {
    String name = tool.get("name").text();
    return new Tool.Hosted("anthropic", name == null ? type : name, tool.node());
  }

  /** The choice of a body; null for the default. */
  static @Nullable ToolChoice choice(JsonField body) {
    JsonField choice = body.get("tool_choice");
    if (!choice.present()) {
      return null;
    }
    return switch (choice.get("type").required()) {
      case "auto" -> ToolChoice.AUTO;
      case "any" -> ToolChoice.REQUIRED;
      case "none" -> ToolChoice.NONE;
      case "tool" -> ToolChoice.named(choice.get("name").required());
      default -> throw choice.get("type").wrong("auto, any, tool or none");
    };
  }

  /** Whether one answer may hold several calls; null for the default. */
  static @Nullable Boolean parallel(JsonField body) {
    Boolean disabled = body.get("tool_choice").get("disable_parallel_tool_use").flag();
    return disabled == null ? null : !disabled;
  }
}
