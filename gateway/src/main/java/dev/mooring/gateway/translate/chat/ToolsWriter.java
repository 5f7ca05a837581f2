package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes {@code tools} and what goes with them. */
final class ToolsWriter {
  private final JsonGenerator json;
  private final Flavor flavor;
  private final Body body;
  private final List<Tool.Function> tools = new ArrayList<>();

  ToolsWriter(
      JsonGenerator json, Flavor flavor, Body body, ModelRequest request, WarningSink warnings) {
    this.json = json;
    this.flavor = flavor;
    this.body = body;
    List<String> allowed = allowed(request.toolChoice());
    for (int i = 0; i < request.tools().size(); i++) {
      Tool tool = request.tools().get(i);
      if (!(tool instanceof Tool.Function function)) {
        warnings.unsupported("tools[" + i + "]", "left out: the provider has no such tool");
      } else if (allowed.isEmpty() || allowed.contains(tool.name())) {
        tools.add(function);
      }
    }
  }

  /**
   * Writes the tools, the choice, and whether calls may be parallel; none without tools.
   *
   * @throws InvalidRequestException where a tool must be called that the provider cannot have
   */
  void write(ModelRequest request) throws IOException {
    ToolChoice choice = request.toolChoice();
    if (choice != null && !known(choice)) {
      throw new InvalidRequestException(
          "tool_choice", "tool_choice names a tool that this model's provider cannot be given");
    }
    if (tools.isEmpty()) {
      return;
    }
    if (body.begins("tools")) {
      json.writeStartArray();
      for (Tool.Function tool : tools) {
        tool(tool);
      }
      json.writeEndArray();
    }
    if (choice != null && body.begins("tool_choice")) {
      choice(choice);
    }
    body.flag("parallel_tool_calls", request.parallelToolCalls());
  }

  /** The only tools that others than OpenAI are told of, since they know no such list. */
  private List<String> allowed(@Nullable ToolChoice choice) {
    return choice == null || flavor == Flavor.OPENAI ? List.of() : choice.allowed();
  }

  /** Whether the tool that is to be called is among those that are written. */
  private boolean known(ToolChoice choice) {
    return choice.mode() != ToolChoice.Mode.NAMED
        || tools.stream().anyMatch(tool -> tool.name().equals(choice.name()));
  }

  private void tool(Tool.Function tool) throws IOException {
    boolean custom = tool.freeform() && flavor == Flavor.OPENAI;
    json.writeStartObject();
    json.writeStringField("type", custom ? "custom" : "function");
    json.writeObjectFieldStart(custom ? "custom" : "function");
    json.writeStringField("name", tool.name());
    if (tool.description() != null) {
      json.writeStringField("description", tool.description());
    }
    if (!custom) {
      json.writeFieldName("parameters");
      parameters(tool);
      if (tool.strict() != null) {
        json.writeBooleanField("strict", tool.strict());
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void parameters(Tool.Function tool) throws IOException {
    if (tool.schema() != null) {
      json.writeTree(tool.schema());
    } else if (tool.freeform()) {
      json.writeRawValue(FreeformInput.SCHEMA);
    } else {
      json.writeRawValue("{\"type\":\"object\",\"properties\":{}}");
    }
  }

  private void choice(ToolChoice choice) throws IOException {
    if (!choice.allowed().isEmpty() && flavor == Flavor.OPENAI) {
      allowedTools(choice);
      return;
    }
    switch (choice.mode()) {
      case AUTO -> json.writeString("auto");
      case NONE -> json.writeString("none");
      case REQUIRED -> json.writeString(flavor == Flavor.MISTRAL ? "any" : "required");
      case NAMED -> {
        json.writeStartObject();
        named(String.valueOf(choice.name()));
        json.writeEndObject();
      }
    }
  }

  private void allowedTools(ToolChoice choice) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "allowed_tools");
    json.writeObjectFieldStart("allowed_tools");
    boolean must = choice.mode() == ToolChoice.Mode.REQUIRED;
    json.writeStringField("mode", must ? "required" : "auto");
    json.writeArrayFieldStart("tools");
    for (String name : choice.allowed()) {
      json.writeStartObject();
      named(name);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private void named(String name) throws IOException {
    boolean custom =
        flavor == Flavor.OPENAI
            && tools.stream().anyMatch(tool -> tool.freeform() && tool.name().equals(name));
    json.writeStringField("type", custom ? "custom" : "function");
    json.writeObjectFieldStart(custom ? "custom" : "function");
    json.writeStringField("name", name);
    json.writeEndObject();
  }
}
