package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.translate.model.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of an answer, in order. A text's message ends only when the next item begins, or the
 * answer ends, since pages that it leans on may be told after its words.
 */
final class AnswerOutput {
  private final String answerId;
  private final AnswerEvents events;
  private final List<OutputItem> items = new ArrayList<>();
  private final List<Part.Source> early = new ArrayList<>(0);

  /** The text that got its words last, and has not ended. */
  private @Nullable MessageItem text;

  /** Whether that text has all its words. */
  private boolean worded;

  AnswerOutput(String answerId, AnswerEvents events) {
    this.answerId = answerId;
    this.events = events;
  }

  /** Makes an item of an id and an index. */
  @FunctionalInterface
  interface Making<T extends OutputItem> {
    T of(String id, int index);
  }

  /** All items so far. */
  List<OutputItem> items() {
    return Collections.unmodifiableList(items);
  }

  /**
   * Begins an item.
   *
   * @param kind what its id begins with
   */
  <T extends OutputItem> T begin(String kind, Making<T> making) {
    endText(OutputItem.Status.COMPLETED);
    T item = making.of(kind + '_' + answerId + '_' + items.size(), items.size());
    items.add(item);
    item.open(events);
    if (item instanceof MessageItem message && message.isText()) {
      text = message;
      worded = false;
      early.forEach(source -> message.add(events, source));
      early.clear();
    }
    return item;
  }

  /** Ends an item. */
  void end(OutputItem item) {
    if (item == text) {
      worded = true;
    } else {
      item.close(events, OutputItem.Status.COMPLETED);
    }
  }

  /** Adds a page that the answer leans on: to the newest text, or else the next. */
  void source(Part.Source source) {
    if (text == null) {
      early.add(source);
    } else {
      text.add(events, source);
    }
  }

  /** Ends the answer; pages that found no text get one without words. */
  void end(boolean cut) {
    if (!early.isEmpty()) {
      end(begin("msg", (id, index) -> new MessageItem(id, index, MessageItem.Kind.TEXT)));
    }
    endText(cut ? OutputItem.Status.INCOMPLETE : OutputItem.Status.COMPLETED);
  }

  private void endText(OutputItem.Status as) {
    if (text != null && worded) {
      text.close(events, as);
      text = null;
    }
  }
}
