package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWriter;
import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.ForwardingSink;
import dev.mooring.gateway.translate.model.SequentialParts;

/** Writes streamed answers of Messages: blocks one after the other, whatever order they come in. */
public final class MessagesAnswerWriter extends ForwardingSink implements AnswerWriter {
  private final EventText out;

  /** At the start of the answer to a request. */
  public MessagesAnswerWriter(AnswerContext context) {
    this(context, new EventText());
  }

  private MessagesAnswerWriter(AnswerContext context, EventText out) {
    super(new SequentialParts(new BlockStream(context, out)));
    this.out = out;
  }

  @Override
  public byte[] take() {
    return out.take();
  }
}
