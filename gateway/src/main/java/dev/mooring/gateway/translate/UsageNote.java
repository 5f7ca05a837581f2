package dev.mooring.gateway.translate;

import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.ForwardingSink;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes a streamed answer on and notes the tokens that it tells. */
final class UsageNote extends ForwardingSink {
  private final Consumer<TokenUsage> note;

  UsageNote(AnswerSink next, Consumer<TokenUsage> note) {
    super(next);
    this.note = note;
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    noted(usage);
    super.begin(id, model, usage);
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    noted(usage);
    super.finish(stop, stopSequence, usage);
  }

  private void noted(@Nullable TokenUsage usage) {
    if (usage != null) {
      note.accept(usage);
    }
  }
}
