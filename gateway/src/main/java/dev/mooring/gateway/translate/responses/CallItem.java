package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.FreeformInput;
import java.io.IOException;

/**
 * A call of a tool: a {@code function_call}, or the {@code custom_tool_call} of a freeform tool.
 */
final class CallItem extends OutputItem {
  private final String callId;
  private final ToolName name;
  private final StringBuilder arguments = new StringBuilder();
  private final boolean freeform;
  private final DeltaEvent deltas;
  private final FreeformInput input = new FreeformInput();

  CallItem(String id, int index, String callId, ToolName name, boolean freeform) {
    super(id, index);
    this.callId = callId;
    this.name = name;
    this.freeform = freeform;
    this.deltas =
        new DeltaEvent(
            freeform
                ? "response.custom_tool_call_input.delta"
                : "response.function_call_arguments.delta",
            this,
            "",
            "");
  }

  /** Adds text of the arguments. */
  void add(AnswerEvents events, String delta) {
    arguments.append(delta);
    String told = freeform ? input.add(delta) : delta;
    if (!told.isEmpty()) {
      events.write(deltas, told);
    }
  }

  @Override
  void opened(AnswerEvents events) {}

  @Override
  void closing(AnswerEvents events) {
    if (freeform) {
      String rest = input.end();
      if (!rest.isEmpty()) {
        events.write(deltas, rest);
      }
      events.write(
          "response.custom_tool_call_input.done",
          this,
          json -> json.writeStringField("input", input.text()));
      return;
    }
    if (arguments.isEmpty()) {
      add(events, "{}");
    }
    events.write(
        "response.function_call_arguments.done",
        this,
        json -> {
          json.writeStringField("name", name.name());
          json.writeStringField("arguments", arguments.toString());
        });
  }

  @Override
  void members(JsonGenerator json, boolean whole) throws IOException {
    json.writeStringField("type", freeform ? "custom_tool_call" : "function_call");
    status(json);
    json.writeStringField("call_id", callId);
    name.write(json);
    String text = freeform ? input.text() : arguments.toString();
    json.writeStringField(freeform ? "input" : "arguments", whole ? text : "");
  }
}
