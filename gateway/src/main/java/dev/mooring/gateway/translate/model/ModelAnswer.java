package dev.mooring.gateway.translate.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole answer of a model.
 *
 * @param id the provider's, or null
 * @param model as the provider names it, or null
 * @param parts texts, reasoning, tool calls, refusals and sources, in order
 * @param stopSequence the one that came, where the provider says
 * @param usage null where the provider does not say
 */
public record ModelAnswer(
    @Nullable String id,
    @Nullable String model,
    List<Part> parts,
    StopReason stop,
    @Nullable String stopSequence,
    @Nullable TokenUsage usage) {

  /** Tells it as a stream would. */
  public void play(AnswerSink sink) {
    sink.begin(id, model, usage);
    int number = 0;
    for (Part part : parts) {
      if (part instanceof Part.Source source) {
        sink.source(source);
      } else {
        tell(sink, number, part);
        sink.close(number++);
      }
    }
    sink.finish(stop, stopSequence, usage);
  }

  private static void tell(AnswerSink sink, int number, Part part) {
    if (part instanceof Part.Text text) {
      sink.text(number, text.text());
    } else if (part instanceof Part.Refusal refusal) {
      sink.refusal(number, refusal.text());
    } else if (part instanceof Part.Reasoning reasoning) {
      sink.reasoning(number, reasoning.text());
      if (reasoning.signature() != null) {
        sink.signature(number, reasoning.signature());
      }
    } else if (part instanceof Part.ToolCall call) {
      sink.toolCall(number, call.id(), call.name(), call.signature());
      sink.arguments(number, call.arguments());
    } else if (part instanceof Part.Media media) {
      sink.media(number, media);
    } else {
      throw new IllegalArgumentException("no part of an answer: " + part);
    }
  }
}
