package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Signature;
import java.util.StringJoiner;

/**
 * A reasoning item: its summaries and texts are one part, with blank lines between. One that has
 * neither words nor encrypted content is no part.
 */
final class ReadReasoning extends ReadItem {
  private static final String BETWEEN = "\n\n";

  private final AnswerTelling answer;
  private String piece = "";
  private int part = -1;
  private int told;
  private boolean closed;

  ReadReasoning(AnswerTelling answer) {
    this.answer = answer;
  }

  @Override
  void event(String type, JsonNode event) {
    switch (type) {
      case "response.reasoning_summary_text.delta" ->
          add("summary" + event.path("summary_index").asInt(), event.path("delta").asText());
      case "response.reasoning_text.delta", "response.reasoning.delta" ->
          add("content" + event.path("content_index").asInt(), event.path("delta").asText());
      default -> {}
    }
  }

  @Override
  void complete(JsonNode item) {
    String words = joined(item);
    if (words.length() > told) {
      tell(words.substring(told));
    }
    String encrypted = item.path("encrypted_content").textValue();
    if (encrypted != null && !encrypted.isEmpty()) {
      tell("");
      answer.sink().signature(part, Signature.from(encrypted, Signature.Family.OPENAI));
    }
    end();
  }

  @Override
  void end() {
    if (part >= 0 && !closed) {
      closed = true;
      answer.sink().close(part);
    }
  }

  /** All words of an item. */
  static String joined(JsonNode item) {
    StringJoiner words = new StringJoiner(BETWEEN);
    for (String member : new String[] {"summary", "content"}) {
      for (JsonNode piece : item.path(member)) {
        String text = piece.path("text").asText();
        if (!text.isEmpty()) {
          words.add(text);
        }
      }
    }
    return words.toString();
  }

  private void add(String of, String delta) {
    if (delta.isEmpty()) {
      return;
    }
    tell(told > 0 && !piece.equals(of) ? BETWEEN + delta : delta);
    piece = of;
  }

  private void tell(String words) {
    if (part < 0) {
      part = answer.newPart();
    }
    told += words.length();
    answer.sink().reasoning(part, words);
  }
}
