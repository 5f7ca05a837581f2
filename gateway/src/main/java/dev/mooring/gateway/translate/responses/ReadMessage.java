package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Part;
import java.util.TreeMap;

/** A message: each of its contents is a part, unless it has no words. */
final class ReadMessage extends ReadItem {
  private final AnswerTelling answer;
  private final TreeMap<Integer, Content> contents = new TreeMap<>();

  ReadMessage(AnswerTelling answer) {
    this.answer = answer;
  }

  @Override
  void event(String type, JsonNode event) {
    int index = event.path("content_index").asInt();
    switch (type) {
      case "response.output_text.delta" -> content(index, false).add(event.path("delta").asText());
      case "response.refusal.delta" -> content(index, true).add(event.path("delta").asText());
      case "response.output_text.annotation.added" ->
          content(index, false).annotation(event.path("annotation"));
      case "response.content_part.done" -> whole(index, event.path("part"));
      default -> {}
    }
  }

  @Override
  void complete(JsonNode item) {
    int index = 0;
    for (JsonNode content : item.path("content")) {
      whole(index++, content);
    }
  }

  @Override
  void end() {
    contents.values().forEach(Content::close);
  }

  /** Tells what is left of a content. */
  private void whole(int index, JsonNode content) {
    boolean refusal = content.path("type").asText().equals("refusal");
    Content of = content(index, refusal);
    of.rest(content.path(refusal ? "refusal" : "text").asText());
    int known = of.annotations;
    for (JsonNode annotation : content.path("annotations")) {
      if (known-- <= 0) {
        of.annotation(annotation);
      }
    }
    of.close();
  }

  private Content content(int index, boolean refusal) {
    return contents.computeIfAbsent(index, unused -> new Content(refusal));
  }

  /** One content, as far as it was told. */
  private final class Content {
    private final boolean refusal;
    private int part = -1;
    private int told;
    private int annotations;
    private boolean closed;

    Content(boolean refusal) {
      this.refusal = refusal;
    }

    void add(String delta) {
      if (delta.isEmpty()) {
        return;
      }
      if (part < 0) {
        part = answer.newPart();
      }
      told += delta.length();
      if (refusal) {
        answer.refused();
        answer.sink().refusal(part, delta);
      } else {
        answer.sink().text(part, delta);
      }
    }

    void rest(String whole) {
      if (whole.length() > told) {
        add(whole.substring(told));
      }
    }

    void annotation(JsonNode annotation) {
      annotations++;
      String url = annotation.path("url").textValue();
      if (url != null) {
        String title = annotation.path("title").asText();
        answer.sink().source(new Part.Source(url, title.isEmpty() ? null : title));
      }
    }

    void close() {
      if (part >= 0 && !closed) {
        closed = true;
        answer.sink().close(part);
      }
    }
  }
}
