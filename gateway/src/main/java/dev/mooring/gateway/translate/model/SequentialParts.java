package dev.mooring.gateway.translate.model;

import dev.mooring.gateway.api.UpstreamError;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Tells interleaved parts one after the other, for formats whose parts may not interleave: what
 * comes for a later part waits until the parts before it are closed.
 */
public final class SequentialParts implements AnswerSink {
  private final AnswerSink next;
  private final Map<Integer, List<Runnable>> waiting = new HashMap<>(0);
  private final Queue<Integer> order = new ArrayDeque<>(0);

  /** The part that goes through; -1 between parts. */
  private int open = -1;

  /** Parts in order for a sink that needs them so. */
  public SequentialParts(AnswerSink next) {
    this.next = next;
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    next.begin(id, model, usage);
  }

  @Override
  public void text(int part, String delta) {
    if (passes(part)) {
      next.text(part, delta);
    } else {
      later(part, () -> next.text(part, delta));
    }
  }

  @Override
  public void reasoning(int part, String delta) {
    if (passes(part)) {
      next.reasoning(part, delta);
    } else {
      later(part, () -> next.reasoning(part, delta));
    }
  }

  @Override
  public void signature(int part, Signature signature) {
    if (passes(part)) {
      next.signature(part, signature);
    } else {
      later(part, () -> next.signature(part, signature));
    }
  }

  @Override
  public void refusal(int part, String delta) {
    if (passes(part)) {
      next.refusal(part, delta);
    } else {
      later(part, () -> next.refusal(part, delta));
    }
  }

  @Override
  public void toolCall(int part, String id, String name, @Nullable Signature signature) {
    if (passes(part)) {
      next.toolCall(part, id, name, signature);
    } else {
      later(part, () -> next.toolCall(part, id, name, signature));
    }
  }

  @Override
  public void arguments(int part, String delta) {
    if (passes(part)) {
      next.arguments(part, delta);
    } else {
      later(part, () -> next.arguments(part, delta));
    }
  }

  @Override
  public void media(int part, Part.Media media) {
    if (passes(part)) {
      next.media(part, media);
    } else {
      later(part, () -> next.media(part, media));
    }
  }

  @Override
  public void source(Part.Source source) {
    next.source(source);
  }

  @Override
  public void close(int part) {
    if (!passes(part)) {
      later(part, () -> close(part));
      return;
    }
    next.close(part);
    open = -1;
    Integer following = order.poll();
    if (following != null) {
      open = following;
      List<Runnable> held = waiting.remove(following);
      if (held != null) {
        held.forEach(Runnable::run);
      }
    }
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    next.finish(stop, stopSequence, usage);
  }

  @Override
  public void fail(UpstreamError error) {
    next.fail(error);
  }

  /** Whether a part's events go through now; the first of a new part may open it. */
  private boolean passes(int part) {
    if (open < 0) {
      open = part;
    }
    return open == part;
  }

  private void later(int part, Runnable event) {
    waiting
        .computeIfAbsent(
            part,
            unused -> {
              order.add(part);
              return new ArrayList<>();
            })
        .add(event);
  }
}
