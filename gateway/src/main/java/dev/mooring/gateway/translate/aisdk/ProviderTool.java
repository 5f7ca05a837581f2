package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a tool that a provider runs, named {@code family.kind}, into its family's own definition.
 */
final class ProviderTool {
  /** What Anthropic's API calls a tool, where that is not its kind without the date. */
  private static final Map<String, String> ANTHROPIC_NAMES =
      Map.of(
          "text_editor_20241022", "str_replace_editor",
          "text_editor_20250124", "str_replace_editor",
          "text_editor_20250429", "str_replace_based_edit_tool",
          "text_editor_20250728", "str_replace_based_edit_tool",
          "tool_search_regex_20251119", "tool_search_tool_regex",
          "tool_search_bm25_20251119", "tool_search_tool_bm25");

  private ProviderTool() {}

  /** The tool; null, with a warning, for one of nobody whom the gateway knows. */
  static @Nullable Tool read(JsonField tool, WarningSink warnings) {
    String id = tool.get("id").required();
    int dot = id.indexOf('.');
    String family = dot < 0 ? "" : id.substring(0, dot);
    String kind = id.substring(dot + 1);
    JsonNode args = tool.get("args").node();
    Tool read =
        switch (family) {
          case "openai", "azure" -> openai(tool, kind, args, warnings);
          case "anthropic" -> anthropic(kind, args);
          case "google", "vertex" -> google(kind, args);
          default -> null;
        };
    if (read == null) {
      warnings.unsupported(tool.path(), "The tool '" + id + "' is unknown; it was left out.");
    }
    return read;
  }

  private static Tool openai(JsonField tool, String kind, JsonNode args, WarningSink warnings) {
    if (kind.equals("custom")) {
      if ("grammar".equals(args.path("format").path("type").textValue())) {
        warnings.unsupported(tool.get("args").get("format").path(), "The grammar was left out.");
      }
      return new Tool.Function(
          tool.get("name").required(),
          args.path("description").textValue(),
          null,
          null,
          true,
          null);
    }
    ObjectNode definition = Json.MAPPER.createObjectNode().put("type", kind);
    definition.setAll(WireNames.snake(args));
    JsonNode ranking = definition.remove("ranking");
    if (ranking != null) {
      definition.set("ranking_options", ranking);
    }
    if (kind.equals("code_interpreter")) {
      container(definition);
    }
    return new Tool.Hosted("openai", kind, definition);
  }

  /** A code interpreter's container is an id, or files for a new one. */
  private static void container(ObjectNode definition) {
    JsonNode container = definition.path("container");
    if (!container.isTextual()) {
      ObjectNode made = Json.MAPPER.createObjectNode().put("type", "auto");
      if (container.isObject()) {
        made.setAll((ObjectNode) container);
      }
      definition.set("container", made);
    }
  }

  private static Tool anthropic(String kind, JsonNode args) {
    String type = kind.startsWith("tool_search_") ? kind.replace("search_", "search_tool_") : kind;
    String name = ANTHROPIC_NAMES.getOrDefault(kind, kind.replaceFirst("_\\d{8}$", ""));
    ObjectNode definition = Json.MAPPER.createObjectNode().put("type", type).put("name", name);
    definition.setAll(WireNames.snake(args));
    return new Tool.Hosted("anthropic", name, definition);
  }

  private static Tool google(String kind, JsonNode args) {
    ObjectNode definition = Json.MAPPER.createObjectNode();
    definition.set(WireNames.camel(kind), args.isObject() ? args : Json.MAPPER.createObjectNode());
    return new Tool.Hosted("google", kind, definition);
  }
}
