package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;

/** A call of one of the caller's tools. */
final class ReadCall extends ReadItem {
  private final AnswerTelling answer;
  private final Form form;
  private final int part;
  private int told;
  private boolean closed;

  private ReadCall(AnswerTelling answer, Form form, JsonNode item) {
    this.answer = answer;
    this.form = form;
    this.part = answer.newCall();
    ToolName name = new ToolName(item.path("namespace").textValue(), item.path("name").asText());
    answer.sink().toolCall(part, item.path("call_id").asText(), name.flat(), null);
    answer.sink().arguments(part, form.before);
  }

  /** How what the tool is given is written. */
  private enum Form {
    FUNCTION("arguments", "response.function_call_arguments.delta", "", ""),
    FREEFORM("input", "response.custom_tool_call_input.delta", "{\"input\":\"", "\"}");

    private final String member;
    private final String delta;
    private final String before;
    private final String after;

    Form(String member, String delta, String before, String after) {
      this.member = member;
      this.delta = delta;
      this.before = before;
      this.after = after;
    }
  }

  /** A call of a tool that takes JSON. */
  static ReadCall function(AnswerTelling answer, JsonNode item) {
    return new ReadCall(answer, Form.FUNCTION, item);
  }

  /** A call of a tool that takes bare text, which is told as JSON. */
  static ReadCall freeform(AnswerTelling answer, JsonNode item) {
    return new ReadCall(answer, Form.FREEFORM, item);
  }

  @Override
  void event(String type, JsonNode event) {
    if (type.equals(form.delta)) {
      add(event.path("delta").asText());
    }
  }

  @Override
  void complete(JsonNode item) {
    String all = item.path(form.member).asText();
    if (all.length() > told) {
      add(all.substring(told));
    }
    end();
  }

  @Override
  void end() {
    if (!closed) {
      closed = true;
      answer.sink().arguments(part, form.after);
      answer.sink().close(part);
    }
  }

  private void add(String delta) {
    told += delta.length();
    answer
        .sink()
        .arguments(
            part,
            form == Form.FUNCTION
                ? delta
                : String.valueOf(JsonStringEncoder.getInstance().quoteAsString(delta)));
  }
}
