package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Signature;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A {@code reasoning} item: thoughts as its one summary, a seal as its encrypted content. */
final class ReasoningItem extends OutputItem {
  private final DeltaEvent deltas =
      new DeltaEvent("response.reasoning_summary_text.delta", this, ",\"summary_index\":0", "");
  private final StringBuilder text = new StringBuilder();
  private @Nullable Signature signature;

  ReasoningItem(String id, int index) {
    super(id, index);
  }

  /** Adds thoughts. */
  void add(AnswerEvents events, String delta) {
    if (delta.isEmpty()) {
      return;
    }
    if (text.isEmpty()) {
      part(events, "response.reasoning_summary_part.added", "");
    }
    text.append(delta);
    events.write(deltas, delta);
  }

  /** Sets the seal. */
  void seal(Signature seal) {
    signature = seal;
  }

  @Override
  void opened(AnswerEvents events) {}

  @Override
  void closing(AnswerEvents events) {
    if (text.isEmpty()) {
      return;
    }
    events.write(
        "response.reasoning_summary_text.done",
        this,
        json -> {
          json.writeNumberField("summary_index", 0);
          json.writeStringField("text", text.toString());
        });
    part(events, "response.reasoning_summary_part.done", text.toString());
  }

  @Override
  void members(JsonGenerator json, boolean whole) throws IOException {
    json.writeStringField("type", "reasoning");
    json.writeArrayFieldStart("summary");
    if (whole && !text.isEmpty()) {
      summary(json, text.toString());
    }
    json.writeEndArray();
    if (whole && signature != null) {
      json.writeStringField("encrypted_content", signature.in(Signature.Family.OPENAI));
    }
  }

  private void part(AnswerEvents events, String type, String words) {
    events.write(
        type,
        this,
        json -> {
          json.writeNumberField("summary_index", 0);
          json.writeFieldName("part");
          summary(json, words);
        });
  }

  private static void summary(JsonGenerator json, String words) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "summary_text");
    json.writeStringField("text", words);
    json.writeEndObject();
  }
}
