package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code toolConfig}. Converse cannot forbid tools, and wants them defined wherever earlier turns
 * have calls.
 *
 * <p>For models whose answers cannot be held to a schema, the answer itself is a tool that must be
 * called; {@link ConverseJson#ANSWER} tells the reader of answers.
 */
final class ConverseTools {
  private static final String ANY_OBJECT = "{\"type\":\"object\",\"properties\":{}}";

  private final ConverseModel model;
  private final CachePoints cache;
  private final List<Tool.Function> functions = new ArrayList<>();
  private @Nullable ToolChoice choice;
  private @Nullable OutputFormat answer;

  /** The tools of a request, with a warning of each thing that Converse cannot have. */
  ConverseTools(
      ModelRequest request, ConverseModel model, CachePoints cache, WarningSink warnings) {
    this.model = model;
    this.cache = cache;
    choice = request.toolChoice();
    List<String> allowed = choice == null ? List.of() : choice.allowed();
    for (int i = 0; i < request.tools().size(); i++) {
      Tool tool = request.tools().get(i);
      if (!(tool instanceof Tool.Function function)) {
        warnings.unsupported("tools[" + i + "]", "left out: Converse has no " + tool.name());
      } else if (allowed.isEmpty() || allowed.contains(tool.name())) {
        functions.add(function);
        strict(function, i, warnings);
      }
    }
    Set<String> called = called(request);
    if (choice != null && choice.mode() == ToolChoice.Mode.NONE) {
      forbid(!called.isEmpty(), warnings);
    }
    if (functions.isEmpty()) {
      called.forEach(name -> functions.add(new Tool.Function(name, null, null, null, false, null)));
      choice = null;
    }
    if (Boolean.FALSE.equals(request.parallelToolCalls()) && !functions.isEmpty()) {
      warnings.unsupported("parallel_tool_calls", "left out: Converse has no such field");
    }
    OutputFormat format = request.outputFormat();
    if (format != null && format.schema() != null && !model.enforcesSchemas()) {
      answer = format;
    }
  }

  /** Leaves Claude, which is asked to think and then takes no order, the choice. */
  void freely(WarningSink warnings) {
    boolean ordered = choice != null && choice.mode() != ToolChoice.Mode.AUTO;
    if (ordered || answer != null) {
      warnings.unsupported("tool_choice", "left to the model: it cannot be told while it thinks");
      choice = ToolChoice.AUTO;
      answer = null;
    }
  }

  /** Writes the field, where there are tools. */
  void write(JsonGenerator json) throws IOException {
    if (functions.isEmpty() && answer == null) {
      return;
    }
    json.writeObjectFieldStart("toolConfig");
    json.writeArrayFieldStart("tools");
    for (Tool.Function function : functions) {
      specification(function, json);
      cache.afterTool(function.cache(), json);
    }
    if (answer != null) {
      specification(answerTool(answer), json);
    }
    json.writeEndArray();
    choice(json);
    json.writeEndObject();
  }

  private static Tool.Function answerTool(OutputFormat format) {
    String told = format.description();
    return new Tool.Function(
        ConverseJson.ANSWER,
        told == null ? "Gives the answer to the user." : told,
        format.schema(),
        null,
        false,
        null);
  }

  private void forbid(boolean called, WarningSink warnings) {
    if (called) {
      warnings.unsupported(
          "tool_choice", "left to the model: Converse needs the tools that were called before");
    } else {
      functions.clear();
    }
    choice = null;
  }

  private void strict(Tool.Function function, int index, WarningSink warnings) {
    if (Boolean.TRUE.equals(function.strict()) && !model.enforcesSchemas()) {
      warnings.unsupported(
          "tools[" + index + "].strict", "left out: the model's calls cannot be held to a schema");
    }
  }

  private void specification(Tool.Function function, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("toolSpec");
    json.writeStringField("name", function.name());
    String description = function.description();
    if (description != null && !description.isBlank()) {
      json.writeStringField("description", description);
    }
    json.writeObjectFieldStart("inputSchema");
    json.writeFieldName("json");
    if (function.freeform()) {
      json.writeRawValue(FreeformInput.SCHEMA);
    } else if (function.schema() == null) {
      json.writeRawValue(ANY_OBJECT);
    } else {
      json.writeTree(function.schema());
    }
    json.writeEndObject();
    if (Boolean.TRUE.equals(function.strict()) && model.enforcesSchemas()) {
      json.writeBooleanField("strict", true);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void choice(JsonGenerator json) throws IOException {
    if (answer != null) {
      order(functions.isEmpty() ? ConverseJson.ANSWER : null, json);
    } else if (choice != null && choice.mode() == ToolChoice.Mode.AUTO) {
      json.writeObjectFieldStart("toolChoice");
      json.writeObjectFieldStart("auto");
      json.writeEndObject();
      json.writeEndObject();
    } else if (choice != null) {
      order(choice.name(), json);
    }
  }

  /** Writes that a tool must be called: the named one, or, for null, any. */
  private static void order(@Nullable String name, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("toolChoice");
    json.writeObjectFieldStart(name == null ? "any" : "tool");
    if (name != null) {
      json.writeStringField("name", name);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** The names of the tools that were called in earlier turns. */
  private static Set<String> called(ModelRequest request) {
    Set<String> names = new LinkedHashSet<>();
    for (Message message : request.messages()) {
      for (Part part : message.parts()) {
        if (part instanceof Part.ToolCall call) {
          names.add(call.name());
        }
      }
    }
    return names;
  }
}
