package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code tools} and {@code toolConfig}. */
final class GeminiTools {
  private final List<Tool.Function> functions = new ArrayList<>();
  private final List<Tool.Hosted> hosted = new ArrayList<>();
  private final GeminiModel model;
  private final boolean vertex;
  private final @Nullable ToolChoice choice;

  /** The tools of a request, with a warning of each that Gemini cannot have. */
  GeminiTools(ModelRequest request, GeminiModel model, boolean vertex, WarningSink warnings) {
    this.model = model;
    this.vertex = vertex;
    this.choice = request.toolChoice();
    for (Tool tool : request.tools()) {
      if (tool instanceof Tool.Function function) {
        functions.add(function);
      }
    }
    for (int i = 0; i < request.tools().size(); i++) {
      if (request.tools().get(i) instanceof Tool.Hosted tool) {
        hosted(tool, "tools[" + i + "]", warnings);
      }
    }
    if (Boolean.FALSE.equals(request.parallelToolCalls()) && !functions.isEmpty()) {
      warnings.unsupported("parallel_tool_calls", "left out: Gemini has no such field");
    }
  }

  /** Writes {@code tools}, where there are any. */
  void write(JsonGenerator json) throws IOException {
    if (functions.isEmpty() && hosted.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("tools");
    for (Tool.Hosted tool : hosted) {
      json.writeTree(tool.definition());
    }
    if (!functions.isEmpty()) {
      json.writeStartObject();
      json.writeArrayFieldStart("functionDeclarations");
      for (Tool.Function function : functions) {
        declaration(function, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Whether there are functions to call. */
  boolean functions() {
    return !functions.isEmpty();
  }

  /** {@code toolConfig}; empty where nothing is asked. */
  ObjectNode config() {
    ObjectNode config = JsonNodeFactory.instance.objectNode();
    if (functions.isEmpty()) {
      return config;
    }
    boolean checked =
        !hosted.isEmpty() || functions.stream().anyMatch(f -> Boolean.TRUE.equals(f.strict()));
    String mode = mode(checked);
    if (mode != null) {
      ObjectNode calling = config.putObject("functionCallingConfig").put("mode", mode);
      List<String> allowed = allowed();
      if (!allowed.isEmpty()) {
        ArrayNode names = calling.putArray("allowedFunctionNames");
        allowed.forEach(name -> names.add(name));
      }
    }
    if (!hosted.isEmpty() && !vertex) {
      config.put("includeServerSideToolInvocations", true);
    }
    return config;
  }

  /**
   * How free the model is; null for its default.
   *
   * @param checked whether calls must follow their schemas
   */
  private @Nullable String mode(boolean checked) {
    if (choice == null) {
      return checked ? "VALIDATED" : null;
    }
    return switch (choice.mode()) {
      case AUTO -> checked || !choice.allowed().isEmpty() ? "VALIDATED" : "AUTO";
      case NONE -> "NONE";
      case REQUIRED, NAMED -> "ANY";
    };
  }

  /** The only functions that may be called; empty for all. */
  private List<String> allowed() {
    if (choice == null || choice.mode() == ToolChoice.Mode.NONE) {
      return List.of();
    }
    return choice.name() != null ? List.of(choice.name()) : choice.allowed();
  }

  private void hosted(Tool.Hosted tool, String feature, WarningSink warnings) {
    if (!tool.family().equals("google")) {
      warnings.unsupported(feature, "left out: Gemini has no " + tool.name());
    } else if (!functions.isEmpty() && !model.third()) {
      warnings.unsupported(feature, "left out: the model takes either functions or " + tool.name());
    } else {
      hosted.add(tool);
    }
  }

  private static void declaration(Tool.Function function, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", function.name());
    if (function.description() != null) {
      json.writeStringField("description", function.description());
    }
    if (function.freeform()) {
      json.writeFieldName("parametersJsonSchema");
      json.writeRawValue(FreeformInput.SCHEMA);
    } else if (function.schema() != null) {
      json.writeFieldName("parametersJsonSchema");
      json.writeTree(GeminiGeneration.schema(function.schema()));
    }
    json.writeEndObject();
  }
}
