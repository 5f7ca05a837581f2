package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the fields {@code tools} and {@code tool_choice}. */
final class ToolReader {
  private static final String NAME = "name";

  private final WarningSink warnings;
  private final List<Tool> tools = new ArrayList<>();

  ToolReader(WarningSink warnings) {
    this.warnings = warnings;
  }

  /** Reads {@code tools}; a namespace's tools have it in their names. */
  List<Tool> tools(JsonField field) {
    field.items().forEach(tool -> add(tool, null));
    return List.copyOf(tools);
  }

  /** Reads {@code tool_choice}; null for none. */
  @Nullable ToolChoice choice(JsonField field) {
    if (!field.present()) {
      return null;
    }
    if (field.isText()) {
      return switch (field.required()) {
        case "auto" -> ToolChoice.AUTO;
        case "none" -> ToolChoice.NONE;
        case "required" -> ToolChoice.REQUIRED;
        default -> throw field.wrong("auto, none, required or an object");
      };
    }
    if (!field.get("type").is("allowed_tools")) {
      return ToolChoice.named(chosen(field));
    }
    List<String> allowed = new ArrayList<>();
    field.get("tools").items().forEach(tool -> allowed.add(chosen(tool)));
    ToolChoice.Mode mode =
        field.get("mode").is("required") ? ToolChoice.Mode.REQUIRED : ToolChoice.Mode.AUTO;
    return new ToolChoice(mode, null, List.copyOf(allowed));
  }

  /** The name of the tool that a choice means; a hosted one goes by its type. */
  private static String chosen(JsonField tool) {
    String name = tool.get(NAME).text();
    return name == null
        ? tool.get("type").required()
        : new ToolName(tool.get("namespace").text(), name).flat();
  }

  private void add(JsonField tool, @Nullable JsonField namespace) {
    String type = tool.get("type").required();
    switch (type) {
      case "function" ->
          tools.add(
              new Tool.Function(
                  name(tool, namespace),
                  description(tool, namespace),
                  tool.get("parameters").present() ? tool.get("parameters").node() : null,
                  tool.get("strict").flag(),
                  false,
                  CacheFields.of(tool)));
      case "custom" ->
          tools.add(
              new Tool.Function(
                  name(tool, namespace),
                  freeform(tool, description(tool, namespace)),
                  null,
                  null,
                  true,
                  CacheFields.of(tool)));
      case "namespace" -> tool.get("tools").items().forEach(inner -> add(inner, tool));
      default -> {
        String name = tool.get(NAME).text();
        tools.add(new Tool.Hosted("openai", name == null ? type : name, tool.node()));
      }
    }
  }

  private static String name(JsonField tool, @Nullable JsonField namespace) {
    String outer = namespace == null ? null : namespace.get(NAME).required();
    return new ToolName(outer, tool.get(NAME).required()).flat();
  }

  /** The description, behind that of the namespace. */
  private static @Nullable String description(JsonField tool, @Nullable JsonField namespace) {
    String own = tool.get("description").text();
    String outer = namespace == null ? null : namespace.get("description").text();
    return outer == null || outer.isBlank() ? own : own == null ? outer : outer + "\n\n" + own;
  }

  /** The description of a tool that takes bare text, with the grammar that the text is to have. */
  private @Nullable String freeform(JsonField tool, @Nullable String description) {
    JsonField format = tool.get("format");
    if (!format.get("type").is("grammar")) {
      return description;
    }
    String grammar =
        "The input follows this grammar ("
            + format.get("syntax").required()
            + "):\n"
            + format.get("definition").required();
    warnings.unsupported(
        format.path(), "the grammar is told to the model, and not enforced by the provider");
    return description == null ? grammar : description + "\n\n" + grammar;
  }
}
