package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Signature;
import org.jspecify.annotations.Nullable;

/**
 * Reads the thoughts of an answer: {@code reasoning_content}, {@code reasoning}, and {@code
 * reasoning_details}, which repeat the text and add its seal.
 */
final class ReasoningDeltas {
  private final AnswerSink sink;
  private final OpenParts parts;
  private final boolean whole;
  private final StringBuilder told = new StringBuilder(0);
  private boolean sealed;

  /**
   * @param whole whether each of the details is a part of its own, as in whole answers, not a delta
   */
  ReasoningDeltas(AnswerSink sink, OpenParts parts, boolean whole) {
    this.sink = sink;
    this.parts = parts;
    this.whole = whole;
  }

  /** Takes a delta, or a whole message. */
  void read(JsonNode delta) {
    JsonNode details = delta.path("reasoning_details");
    if (!ReasoningDetail.anyText(details)) {
      JsonNode text = delta.path("reasoning_content");
      text(text.isTextual() ? text.textValue() : delta.path("reasoning").asText(""));
    }
    for (JsonNode node : details) {
      ReasoningDetail detail = ReasoningDetail.read(node);
      if (detail != null) {
        detail(detail);
      }
    }
  }

  /** Takes more words. */
  void text(String text) {
    if (!text.isEmpty()) {
      if (sealed) {
        end();
      }
      int part = part();
      told.append(text);
      sink.reasoning(part, text);
    }
  }

  /** Takes one of the details. */
  private void detail(ReasoningDetail detail) {
    if (whole) {
      end();
    }
    if (!repeats(detail.text())) {
      text(detail.text());
    }
    Signature signature = detail.signature();
    if (signature != null) {
      seal(signature);
    }
  }

  private void seal(Signature signature) {
    if (sealed || signature.redacted()) {
      end();
    }
    sink.signature(part(), signature);
    sealed = true;
  }

  /** Whether a text is what has just been told. */
  private boolean repeats(@Nullable String text) {
    return parts.at(OpenParts.Kind.REASONING) && !sealed && told.toString().equals(text);
  }

  /** The part of the thoughts. */
  private int part() {
    if (!parts.at(OpenParts.Kind.REASONING)) {
      told.setLength(0);
      sealed = false;
    }
    return parts.in(OpenParts.Kind.REASONING);
  }

  private void end() {
    if (parts.at(OpenParts.Kind.REASONING)) {
      parts.close();
    }
  }
}
