package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** An item of a response's {@code output} that is being written. */
abstract class OutputItem {
  private final String id;
  private final int index;
  private Status status = Status.IN_PROGRESS;

  /**
   * @param id such as {@code msg_…}
   * @param index where it stands in {@code output}
   */
  OutputItem(String id, int index) {
    this.id = id;
    this.index = index;
  }

  /** How far an item is. */
  enum Status {
    IN_PROGRESS("in_progress"),
    COMPLETED("completed"),
    INCOMPLETE("incomplete");

    private final String word;

    Status(String word) {
      this.word = word;
    }
  }

  final String id() {
    return id;
  }

  final int index() {
    return index;
  }

  /** Tells that it begins. */
  final void open(AnswerEvents events) {
    item(events, "response.output_item.added");
    opened(events);
  }

  /** Tells its end; {@link #write} writes it whole from here on. */
  final void close(AnswerEvents events, Status as) {
    closing(events);
    status = as;
    item(events, "response.output_item.done");
  }

  /** Writes it as far as it is. */
  final void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    members(json, status != Status.IN_PROGRESS);
    json.writeEndObject();
  }

  /** Writes the member {@code status}. */
  final void status(JsonGenerator json) throws IOException {
    json.writeStringField("status", status.word);
  }

  /** Tells what comes right after its beginning. */
  abstract void opened(AnswerEvents events);

  /** Tells what comes right before its end. */
  abstract void closing(AnswerEvents events);

  /** Writes its members but for the id; before it is whole, those that fill up are empty. */
  abstract void members(JsonGenerator json, boolean whole) throws IOException;

  private void item(AnswerEvents events, String type) {
    events.write(
        type,
        json -> {
          json.writeNumberField("output_index", index);
          json.writeFieldName("item");
          write(json);
        });
  }
}
