package dev.mooring.gateway.translate.model;

import dev.mooring.gateway.api.UpstreamError;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fails where a parser breaks a rule of {@link AnswerSink}; passes everything on. */
public final class StrictSink implements AnswerSink {
  private final AnswerSink next;
  private final Map<Integer, String> open = new HashMap<>();
  private int begunParts;
  private boolean begun;
  private boolean ended;

  /** Nothing was told yet. */
  public StrictSink(AnswerSink next) {
    this.next = next;
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    require(!begun && !ended, "begin comes first and once");
    begun = true;
    next.begin(id, model, usage);
  }

  @Override
  public void text(int part, String delta) {
    part(part, "text");
    next.text(part, delta);
  }

  @Override
  public void reasoning(int part, String delta) {
    part(part, "reasoning");
    next.reasoning(part, delta);
  }

  @Override
  public void signature(int part, Signature signature) {
    require("text".equals(open.get(part)) || part(part, "reasoning"), "a seal needs words");
    next.signature(part, signature);
  }

  @Override
  public void refusal(int part, String delta) {
    part(part, "refusal");
    next.refusal(part, delta);
  }

  @Override
  public void toolCall(int part, String id, String name, @Nullable Signature signature) {
    require(!open.containsKey(part), "a call begins once");
    part(part, "call");
    next.toolCall(part, id, name, signature);
  }

  @Override
  public void arguments(int part, String delta) {
    require("call".equals(open.get(part)), "arguments belong to a call");
    next.arguments(part, delta);
  }

  @Override
  public void media(int part, Part.Media media) {
    part(part, "media");
    next.media(part, media);
  }

  @Override
  public void source(Part.Source source) {
    require(begun && !ended, "sources come within the answer");
    next.source(source);
  }

  @Override
  public void close(int part) {
    require(!ended && open.remove(part) != null, "a part is closed once");
    next.close(part);
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    require(begun && !ended && open.isEmpty(), "the end comes once, after all parts are closed");
    ended = true;
    next.finish(stop, stopSequence, usage);
  }

  @Override
  public void fail(UpstreamError error) {
    require(!ended, "the end comes once");
    ended = true;
    next.fail(error);
  }

  private boolean part(int part, String kind) {
    require(begun && !ended, "parts come within the answer");
    if (!open.containsKey(part)) {
      require(part == begunParts, "parts are numbered in the order in which they begin");
      begunParts++;
      open.put(part, kind);
    }
    require(kind.equals(open.get(part)), "a part keeps its kind");
    return true;
  }

  private static void require(boolean kept, String rule) {
    if (!kept) {
      throw new AssertionError(rule);
    }
  }
}
