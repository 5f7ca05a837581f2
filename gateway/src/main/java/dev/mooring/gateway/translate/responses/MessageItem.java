package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A {@code message} of one text, or of one refusal. */
final class MessageItem extends OutputItem {
  private final Kind kind;
  private final DeltaEvent deltas;
  private final StringBuilder text = new StringBuilder();
  private final List<Part.Source> sources = new ArrayList<>(0);

  MessageItem(String id, int index, Kind kind) {
    super(id, index);
    this.kind = kind;
    this.deltas =
        new DeltaEvent(
            kind.delta, this, ",\"content_index\":0", kind == Kind.TEXT ? ",\"logprobs\":[]" : "");
  }

  /** What the message holds, in the API's words. */
  enum Kind {
    TEXT("output_text", "text", "response.output_text"),
    REFUSAL("refusal", "refusal", "response.refusal");

    private final String type;
    private final String member;
    private final String delta;
    private final String done;

    Kind(String type, String member, String event) {
      this.type = type;
      this.member = member;
      this.delta = event + ".delta";
      this.done = event + ".done";
    }
  }

  /** Adds words. */
  void add(AnswerEvents events, String delta) {
    if (delta.isEmpty()) {
      return;
    }
    text.append(delta);
    events.write(deltas, delta);
  }

  /** Adds a page that the text leans on. */
  void add(AnswerEvents events, Part.Source source) {
    int number = sources.size();
    sources.add(source);
    events.write(
        "response.output_text.annotation.added",
        this,
        json -> {
          json.writeNumberField("content_index", 0);
          json.writeNumberField("annotation_index", number);
          json.writeFieldName("annotation");
          annotation(json, source);
        });
  }

  /** Whether pages can be added. */
  boolean isText() {
    return kind == Kind.TEXT;
  }

  @Override
  void opened(AnswerEvents events) {
    part(events, "response.content_part.added", false);
  }

  @Override
  void closing(AnswerEvents events) {
    events.write(
        kind.done,
        this,
        json -> {
          json.writeNumberField("content_index", 0);
          json.writeStringField(kind.member, text.toString());
          logprobs(json);
        });
    part(events, "response.content_part.done", true);
  }

  @Override
  void members(JsonGenerator json, boolean whole) throws IOException {
    json.writeStringField("type", "message");
    status(json);
    json.writeStringField("role", "assistant");
    json.writeArrayFieldStart("content");
    if (whole) {
      content(json, true);
    }
    json.writeEndArray();
  }

  private void part(AnswerEvents events, String type, boolean whole) {
    events.write(
        type,
        this,
        json -> {
          json.writeNumberField("content_index", 0);
          json.writeFieldName("part");
          content(json, whole);
        });
  }

  private void content(JsonGenerator json, boolean whole) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", kind.type);
    json.writeStringField(kind.member, whole ? text.toString() : "");
    if (kind == Kind.TEXT) {
      json.writeArrayFieldStart("annotations");
      if (whole) {
        for (Part.Source source : sources) {
          annotation(json, source);
        }
      }
      json.writeEndArray();
      logprobs(json);
    }
    json.writeEndObject();
  }

  /** Clients require the member wherever there is text. */
  private void logprobs(JsonGenerator json) throws IOException {
    if (kind == Kind.TEXT) {
      json.writeArrayFieldStart("logprobs");
      json.writeEndArray();
    }
  }

  private static void annotation(JsonGenerator json, Part.Source source) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "url_citation");
    json.writeNumberField("start_index", 0);
    json.writeNumberField("end_index", 0);
    json.writeStringField("url", source.url());
    json.writeStringField("title", source.title() == null ? "" : source.title());
    json.writeEndObject();
  }
}
