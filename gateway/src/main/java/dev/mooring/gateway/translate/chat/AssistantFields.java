package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The fields of the message that is a whole answer. */
final class AssistantFields {
  private final ModelRequest request;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder refusal = new StringBuilder();
  private final StringBuilder thoughts = new StringBuilder();
  private final List<ReasoningDetail> details = new ArrayList<>(0);
  private final List<Part.ToolCall> calls = new ArrayList<>(0);
  private final List<Part.Media> media = new ArrayList<>(0);
  private final List<Part.Source> sources = new ArrayList<>(0);

  private AssistantFields(ModelRequest request) {
    this.request = request;
  }

  /** The fields for some parts. */
  static AssistantFields of(List<Part> parts, ModelRequest request) {
    AssistantFields fields = new AssistantFields(request);
    parts.forEach(fields::add);
    return fields;
  }

  /** Whether there are words of a refusal. */
  boolean hasRefusal() {
    return !refusal.isEmpty();
  }

  /** Writes the fields, each after a comma. */
  void write(EventText out) {
    out.raw(",\"content\":");
    if (text.isEmpty() && calls.isEmpty() && refusal.isEmpty()) {
      out.raw("\"\"");
    } else {
      nullable(out, text);
    }
    out.raw(",\"refusal\":");
    nullable(out, refusal);
    if (!thoughts.isEmpty()) {
      out.raw(",\"reasoning_content\":").string(thoughts.toString());
    }
    if (details.stream().anyMatch(detail -> detail.signature() != null)) {
      list(out, "reasoning_details", details, detail -> detail.write(out));
    }
    list(out, "images", media, image -> MediaFields.image(out, image));
    list(out, "tool_calls", calls, call -> call(out, call));
    list(out, "annotations", sources, source -> MediaFields.citation(out, source));
  }

  private void add(Part part) {
    if (part instanceof Part.Text said) {
      text.append(said.text());
    } else if (part instanceof Part.Refusal declined) {
      refusal.append(declined.text());
    } else if (part instanceof Part.Reasoning reasoning) {
      thoughts.append(reasoning.text());
      details.add(new ReasoningDetail(reasoning.text(), reasoning.signature()));
    } else if (part instanceof Part.ToolCall call) {
      calls.add(call);
    } else if (part instanceof Part.Media made) {
      media.add(made);
    } else if (part instanceof Part.Source source) {
      sources.add(source);
    } else {
      throw new IllegalArgumentException("no part of an answer: " + part);
    }
  }

  private void call(EventText out, Part.ToolCall call) {
    out.raw("{");
    if (FreeformInput.takes(request, call.name())) {
      ToolCallFields.custom(out, call.id(), call.name(), FreeformInput.of(call.arguments()));
    } else {
      ToolCallFields.function(out, call.id(), call.name(), call.arguments(), call.signature());
    }
    out.raw("}");
  }

  private static <T> void list(EventText out, String name, List<T> items, Consumer<T> write) {
    if (items.isEmpty()) {
      return;
    }
    out.raw(",\"").raw(name).raw("\":[");
    for (int i = 0; i < items.size(); i++) {
      out.raw(i == 0 ? "" : ",");
      write.accept(items.get(i));
    }
    out.raw("]");
  }

  private static void nullable(EventText out, StringBuilder text) {
    if (text.isEmpty()) {
      out.raw("null");
    } else {
      out.string(text.toString());
    }
  }
}
