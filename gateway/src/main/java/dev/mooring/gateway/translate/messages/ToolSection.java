package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.ToolChoice.Mode;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code tools} and {@code tool_choice} of a request.
 *
 * @param tools those to write, of the caller's
 * @param answer the schema of an answer that is given as a call, or null
 * @param choice null for the default
 * @param strict whether {@code strict} is written
 */
record ToolSection(
    List<Tool> tools, @Nullable JsonNode answer, @Nullable ToolChoice choice, boolean strict) {
  /** So many tools of one request may be strict. */
  private static final int MOST_STRICT = 20;

  /**
   * The tools of a request.
   *
   * @param schemas whether schemas can be enforced
   */
  static ToolSection of(
      ModelRequest request,
      List<Turn> turns,
      AnswerShape shape,
      boolean schemas,
      WarningSink warnings) {
    List<Tool> tools = new ArrayList<>();
    for (Tool tool : request.tools()) {
      if (written(tool, request.toolChoice(), warnings)) {
        tools.add(tool);
      }
    }
    boolean strict = strict(tools, schemas, warnings);
    ToolChoice choice = choice(request, tools);
    if (shape == AnswerShape.TOOL && request.outputFormat() != null) {
      ToolChoice answering =
          tools.isEmpty() || (choice != null && choice.mode() == Mode.NONE)
              ? ToolChoice.named(AnswerShape.TOOL_NAME)
              : ToolChoice.REQUIRED;
      return new ToolSection(tools, request.outputFormat().schema(), answering, strict);
    }
    if (tools.isEmpty()) {
      addCalled(turns, tools);
      choice = tools.isEmpty() ? null : ToolChoice.NONE;
    }
    return new ToolSection(tools, null, choice, strict);
  }

  /** Whether a tool must be called. */
  boolean forced() {
    return choice != null && (choice.mode() == Mode.REQUIRED || choice.mode() == Mode.NAMED);
  }

  /** Whether there are tools. */
  boolean present() {
    return !tools.isEmpty() || answer != null;
  }

  /** Whether a choice is to be written. */
  boolean choosing(@Nullable Boolean parallel) {
    return choice != null || Boolean.FALSE.equals(parallel);
  }

  /** Writes the tools. */
  void writeTools(JsonGenerator json, CacheMarks marks) throws IOException {
    json.writeStartArray();
    for (Tool tool : tools) {
      json.writeStartObject();
      if (tool instanceof Tool.Function function) {
        function(json, function);
      } else {
        definition(json, ((Tool.Hosted) tool).definition());
      }
      marks.write(json, Marked.of(tool));
      json.writeEndObject();
    }
    if (answer != null) {
      json.writeStartObject();
      json.writeStringField("name", AnswerShape.TOOL_NAME);
      json.writeStringField("description", "Gives the answer, as JSON.");
      schema(json, answer);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /**
   * Writes the choice.
   *
   * @param parallel whether one answer may hold several calls; null for the default
   */
  void writeChoice(JsonGenerator json, @Nullable Boolean parallel) throws IOException {
    ToolChoice written = choice == null ? ToolChoice.AUTO : choice;
    json.writeStartObject();
    json.writeStringField(
        "type",
        switch (written.mode()) {
          case AUTO -> "auto";
          case NONE -> "none";
          case REQUIRED -> "any";
          case NAMED -> "tool";
        });
    if (written.name() != null) {
      json.writeStringField("name", written.name());
    }
    boolean single = answer != null || Boolean.FALSE.equals(parallel);
    if (single && written.mode() != Mode.NONE) {
      json.writeBooleanField("disable_parallel_tool_use", true);
    }
    json.writeEndObject();
  }

  private static boolean written(Tool tool, @Nullable ToolChoice choice, WarningSink warnings) {
    if (tool instanceof Tool.Hosted hosted && !hosted.family().equals("anthropic")) {
      warnings.unsupported(
          "tools." + tool.name(), "a tool that only " + hosted.family() + " runs is left out");
      return false;
    }
    boolean allowed =
        choice == null || choice.allowed().isEmpty() || choice.allowed().contains(tool.name());
    if (!allowed) {
      warnings.unsupported("tool_choice", "tools that may not be called are left out");
    }
    return allowed;
  }

  /** Whether calls are held to their schemas: all that are to be, or none. */
  private static boolean strict(List<Tool> tools, boolean schemas, WarningSink warnings) {
    int wanted = 0;
    boolean can = schemas;
    for (Tool tool : tools) {
      if (tool instanceof Tool.Function function && Boolean.TRUE.equals(function.strict())) {
        wanted++;
        JsonNode schema = function.schema();
        can &= schema == null || OutputSchema.asIs(schema);
      }
    }
    can &= wanted <= MOST_STRICT;
    if (wanted > 0 && !can) {
      warnings.unsupported("tools.strict", "calls are not held to the tools' schemas");
    }
    return can;
  }

  private static @Nullable ToolChoice choice(ModelRequest request, List<Tool> tools) {
    ToolChoice choice = request.toolChoice();
    if (choice == null || choice.mode() == Mode.NONE || choice.mode() == Mode.AUTO) {
      return choice;
    }
    boolean there =
        choice.mode() == Mode.REQUIRED
            ? !tools.isEmpty()
            : tools.stream().anyMatch(tool -> tool.name().equals(choice.name()));
    if (!there) {
      throw new InvalidRequestException(
          "tool_choice", "tool_choice asks for a tool that Anthropic's API is not given");
    }
    return choice;
  }

  /** Adds what the conversation's calls were made with: the API takes no call of no tool. */
  private static void addCalled(List<Turn> turns, List<Tool> tools) {
    Set<String> names = new LinkedHashSet<>();
    for (Turn turn : turns) {
      for (Part part : turn.parts()) {
        if (part instanceof Part.ToolCall call) {
          names.add(call.name());
        }
      }
    }
    names.forEach(name -> tools.add(new Tool.Function(name, null, null, null, false, null)));
  }

  private void function(JsonGenerator json, Tool.Function function) throws IOException {
    json.writeStringField("name", function.name());
    if (function.description() != null) {
      json.writeStringField("description", function.description());
    }
    if (function.freeform()) {
      json.writeFieldName("input_schema");
      json.writeRawValue(FreeformInput.SCHEMA);
    } else {
      schema(json, function.schema());
    }
    if (strict && function.strict() != null) {
      json.writeBooleanField("strict", function.strict());
    }
  }

  /** Writes a schema, which the API wants to be an object's. */
  private static void schema(JsonGenerator json, @Nullable JsonNode schema) throws IOException {
    json.writeFieldName("input_schema");
    if (schema instanceof ObjectNode object && object.has("type")) {
      json.writeTree(object);
      return;
    }
    json.writeStartObject();
    json.writeStringField("type", "object");
    if (schema instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        json.writeFieldName(field.getKey());
        json.writeTree(field.getValue());
      }
    }
    json.writeEndObject();
  }

  /** Writes the members of a definition but its marker. */
  private static void definition(JsonGenerator json, JsonNode definition) throws IOException {
    for (Map.Entry<String, JsonNode> field : definition.properties()) {
      if (!field.getKey().equals("cache_control")) {
        json.writeFieldName(field.getKey());
        json.writeTree(field.getValue());
      }
    }
  }
}
