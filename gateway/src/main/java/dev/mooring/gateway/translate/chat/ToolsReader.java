package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code tools} and {@code tool_choice}, and their older names. */
final class ToolsReader {
  private final WarningSink warnings;

  ToolsReader(WarningSink warnings) {
    this.warnings = warnings;
  }

  /** The tools of a body. */
  List<Tool> tools(JsonField body) {
    List<Tool> tools = new ArrayList<>();
    for (JsonField tool : body.get("tools").items()) {
      tools.add(tool(tool));
    }
    for (JsonField function : body.get("functions").items()) {
      tools.add(function(function, CacheFields.mark(function)));
    }
    return List.copyOf(tools);
  }

  /** The choice of a body, or null. */
  @Nullable ToolChoice choice(JsonField body) {
    JsonField choice = body.get("tool_choice");
    if (!choice.present()) {
      choice = body.get("function_call");
      if (choice.node().isObject()) {
        return ToolChoice.named(choice.get("name").required());
      }
    }
    if (!choice.present()) {
      return null;
    }
    return choice.isText() ? mode(choice) : object(choice);
  }

  private Tool tool(JsonField tool) {
    CacheMark mark = CacheFields.mark(tool);
    String type = tool.get("type").text();
    if ("custom".equals(type)) {
      return custom(tool.get("custom"), mark);
    }
    if (type == null || type.equals("function")) {
      JsonField function = tool.get("function");
      return function(function, mark == null ? CacheFields.mark(function) : mark);
    }
    return new Tool.Hosted("openai", type, tool.node());
  }

  private static Tool function(JsonField function, @Nullable CacheMark mark) {
    JsonField schema = function.get("parameters");
    if (schema.present() && !schema.node().isObject()) {
      throw schema.wrong("an object");
    }
    JsonNode parameters = schema.present() ? schema.node() : null;
    return new Tool.Function(
        function.get("name").required(),
        function.get("description").text(),
        parameters,
        function.get("strict").flag(),
        false,
        mark);
  }

  private Tool custom(JsonField custom, @Nullable CacheMark mark) {
    JsonField format = custom.get("format");
    if (format.present() && !format.get("type").is("text")) {
      warnings.unsupported(format.path(), "left out: the tool takes any text");
    }
    return new Tool.Function(
        custom.get("name").required(), custom.get("description").text(), null, null, true, mark);
  }

  private static ToolChoice mode(JsonField choice) {
    return switch (choice.required()) {
      case "auto" -> ToolChoice.AUTO;
      case "none" -> ToolChoice.NONE;
      case "required", "any" -> ToolChoice.REQUIRED;
      default -> throw choice.wrong("auto, none, required or an object");
    };
  }

  private static ToolChoice object(JsonField choice) {
    JsonField type = choice.get("type");
    return switch (type.required()) {
      case "function" -> ToolChoice.named(choice.get("function").get("name").required());
      case "custom" -> ToolChoice.named(choice.get("custom").get("name").required());
      case "allowed_tools" -> allowed(choice.get("allowed_tools"));
      default -> throw type.wrong("function, custom or allowed_tools");
    };
  }

  private static ToolChoice allowed(JsonField allowed) {
    List<String> names = new ArrayList<>();
    for (JsonField tool : allowed.get("tools").items()) {
      JsonField of = tool.get(tool.get("type").is("custom") ? "custom" : "function");
      names.add(of.get("name").required());
    }
    boolean must = allowed.get("mode").is("required");
    ToolChoice.Mode mode = must ? ToolChoice.Mode.REQUIRED : ToolChoice.Mode.AUTO;
    return new ToolChoice(mode, null, List.copyOf(names));
  }
}
