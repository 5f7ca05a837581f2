package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWriter;
import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.SequentialParts;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import org.jspecify.annotations.Nullable;

/** Writes streamed answers of Messages: blocks one after the other, whatever order they come in. */
public final class MessagesAnswerWriter implements AnswerWriter {
  private final EventText out = new EventText();
  private final SequentialParts parts;

  /** At the start of the answer to a request. */
  public MessagesAnswerWriter(AnswerContext context) {
    this.parts = new SequentialParts(new BlockStream(context, out));
  }

  @Override
  public byte[] take() {
    return out.take();
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    parts.begin(id, model, usage);
  }

  @Override
  public void text(int part, String delta) {
    parts.text(part, delta);
  }

  @Override
  public void reasoning(int part, String delta) {
    parts.reasoning(part, delta);
  }

  @Override
  public void signature(int part, Signature signature) {
    parts.signature(part, signature);
  }

  @Override
  public void refusal(int part, String delta) {
    parts.refusal(part, delta);
  }

  @Override
  public void toolCall(int part, String id, String name, @Nullable Signature signature) {
    parts.toolCall(part, id, name, signature);
  }

  @Override
  public void arguments(int part, String delta) {
    parts.arguments(part, delta);
  }

  @Override
  public void media(int part, Part.Media media) {
    parts.media(part, media);
  }

  @Override
  public void source(Part.Source source) {
    parts.source(source);
  }

  @Override
  public void close(int part) {
    parts.close(part);
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    parts.finish(stop, stopSequence, usage);
  }

  @Override
  public void fail(UpstreamError error) {
    parts.fail(error);
  }
}
