package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the values of {@code tools} and {@code tool_choice}. */
final class ToolFields {
  private static final String NAME = "name";
  private static final String TYPE = "type";

  private ToolFields() {}

  /** Writes tools as elements; those that other families host are left out. */
  static void write(JsonGenerator json, List<Tool> tools) throws IOException {
    for (Tool tool : tools) {
      if (tool instanceof Tool.Function function) {
        function(json, function);
      } else if (tool instanceof Tool.Hosted hosted && ours(hosted)) {
        json.writeTree(hosted.definition());
      }
    }
  }

  /** Writes a choice; null is the model's. */
  static void write(JsonGenerator json, @Nullable ToolChoice asked, List<Tool> tools)
      throws IOException {
    ToolChoice choice = asked == null ? ToolChoice.AUTO : asked;
    if (!choice.allowed().isEmpty()) {
      json.writeStartObject();
      json.writeStringField(TYPE, "allowed_tools");
      json.writeStringField("mode", word(choice.mode()));
      json.writeArrayFieldStart("tools");
      for (String name : choice.allowed()) {
        named(json, tools, name);
      }
      json.writeEndArray();
      json.writeEndObject();
    } else if (choice.mode() == ToolChoice.Mode.NAMED && choice.name() != null) {
      named(json, tools, choice.name());
    } else {
      json.writeString(word(choice.mode()));
    }
  }

  /** Whether a hosted tool is one of this API. */
  static boolean ours(Tool.Hosted tool) {
    return tool.family().equals("openai");
  }

  /** The names of the tools that the model gives bare text. */
  static Set<String> freeform(ModelRequest request) {
    Set<String> names = new HashSet<>();
    for (Tool tool : request.tools()) {
      if (tool instanceof Tool.Function function && function.freeform()) {
        names.add(function.name());
      }
    }
    return names;
  }

  private static String word(ToolChoice.Mode mode) {
    return switch (mode) {
      case AUTO -> "auto";
      case NONE -> "none";
      case REQUIRED, NAMED -> "required";
    };
  }

  /** Writes the tool that a choice names. */
  private static void named(JsonGenerator json, List<Tool> tools, String name) throws IOException {
    Tool found = null;
    for (Tool tool : tools) {
      found = tool.name().equals(name) ? tool : found;
    }
    json.writeStartObject();
    if (found instanceof Tool.Hosted hosted) {
      json.writeStringField(TYPE, hosted.definition().path(TYPE).asText(hosted.name()));
    } else {
      boolean freeform = found instanceof Tool.Function function && function.freeform();
      json.writeStringField(TYPE, freeform ? "custom" : "function");
      json.writeStringField(NAME, name);
    }
    json.writeEndObject();
  }

  private static void function(JsonGenerator json, Tool.Function tool) throws IOException {
    json.writeStartObject();
    json.writeStringField(TYPE, tool.freeform() ? "custom" : "function");
    json.writeStringField(NAME, tool.name());
    if (tool.description() != null || !tool.freeform()) {
      json.writeStringField("description", tool.description());
    }
    if (!tool.freeform()) {
      json.writeFieldName("parameters");
      parameters(json, tool);
      json.writeBooleanField("strict", Boolean.TRUE.equals(tool.strict()));
    }
    json.writeEndObject();
  }

  /** Writes the schema; without one, that of an object without members. */
  private static void parameters(JsonGenerator json, Tool.Function tool) throws IOException {
    if (tool.schema() != null) {
      json.writeTree(tool.schema());
      return;
    }
    json.writeStartObject();
    json.writeStringField(TYPE, "object");
    json.writeObjectFieldStart("properties");
    json.writeEndObject();
    json.writeEndObject();
  }
}
