package dev.mooring.gateway.translate.model;

import dev.mooring.gateway.api.UpstreamError;
import org.jspecify.annotations.Nullable;

/** Passes a streamed answer on as it comes; who extends it changes what it must. */
public abstract class ForwardingSink implements AnswerSink {
  private final AnswerSink next;

  /** A sink that tells the next one. */
  protected ForwardingSink(AnswerSink next) {
    this.next = next;
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    next.begin(id, model, usage);
  }

  @Override
  public void text(int part, String delta) {
    next.text(part, delta);
  }

  @Override
  public void reasoning(int part, String delta) {
    next.reasoning(part, delta);
  }

  @Override
  public void signature(int part, Signature signature) {
    next.signature(part, signature);
  }

  @Override
  public void refusal(int part, String delta) {
    next.refusal(part, delta);
  }

  @Override
  public void toolCall(int part, String id, String name, @Nullable Signature signature) {
    next.toolCall(part, id, name, signature);
  }

  @Override
  public void arguments(int part, String delta) {
    next.arguments(part, delta);
  }

  @Override
  public void media(int part, Part.Media media) {
    next.media(part, media);
  }

  @Override
  public void source(Part.Source source) {
    next.source(source);
  }

  @Override
  public void close(int part) {
    next.close(part);
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    next.finish(stop, stopSequence, usage);
  }

  @Override
  public void fail(UpstreamError error) {
    next.fail(error);
  }
}
