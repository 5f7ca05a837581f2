package dev.mooring.gateway.translate.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Random answers, the same for the same seed. */
public final class RandomAnswers {
  private final Random random;
  private final RandomTexts texts;
  private final RandomParts parts;
  private final Set<Feature> features;
  private final String idPrefix;

  /**
   * Answers that have any of the features, and seals of any family.
   *
   * @param idPrefix what ids begin with, so that a format takes them for its own
   */
  public RandomAnswers(long seed, Set<Feature> features, String idPrefix) {
    this.random = new Random(seed);
    this.features = features;
    this.idPrefix = idPrefix;
    this.texts = new RandomTexts(random);
    this.parts = new RandomParts(random, features, EnumSet.allOf(Signature.Family.class));
  }

  /** The next answer. */
  public ModelAnswer next() {
    List<Part> said = new ArrayList<>(parts.reasoning());
    boolean calls = parts.has(Feature.CALLS);
    boolean refusal = !calls && parts.has(Feature.REFUSALS) && random.nextInt(3) == 0;
    if (!refusal && (!calls || random.nextBoolean())) {
      parts.texts().forEach(text -> said.add(new Part.Text(((Part.Text) text).text(), null)));
    }
    if (refusal) {
      said.add(new Part.Refusal(texts.text()));
    }
    if (parts.has(Feature.IMAGES)) {
      said.add(parts.image());
    }
    for (int i = 1 + random.nextInt(3); calls && i > 0; i--) {
      said.add(parts.call("tool-" + texts.word(4), false));
    }
    if (features.contains(Feature.ANY_ORDER)) {
      Collections.shuffle(said, random);
    }
    if (parts.has(Feature.SOURCES)) {
      said.add(new Part.Source("https://pages.example/" + texts.word(6), null));
      said.add(new Part.Source("https://pages.example/" + texts.word(7), texts.text()));
    }
    StopReason stop = stop(calls, refusal);
    return new ModelAnswer(
        idPrefix + texts.word(16),
        "model-" + texts.word(4),
        List.copyOf(said),
        stop,
        stop == StopReason.STOP_SEQUENCE ? texts.text() : null,
        parts.has(Feature.NO_USAGE) ? null : usage());
  }

  private StopReason stop(boolean calls, boolean refusal) {
    if (refusal) {
      return StopReason.REFUSAL;
    }
    if (calls) {
      return StopReason.TOOL_CALLS;
    }
    if (parts.has(Feature.RARE_STOPS)) {
      StopReason[] rare = {
        StopReason.REFUSAL, StopReason.PAUSE, StopReason.CONTEXT_WINDOW, StopReason.ERROR
      };
      return rare[random.nextInt(rare.length)];
    }
    if (parts.has(Feature.STOP_SEQUENCE)) {
      return StopReason.STOP_SEQUENCE;
    }
    return random.nextInt(4) == 0 ? StopReason.MAX_TOKENS : StopReason.END;
  }

  private @Nullable TokenUsage usage() {
    long read = random.nextInt(1000);
    long written = parts.has(Feature.CACHE_WRITES) ? random.nextInt(1000) : 0;
    long hour = parts.has(Feature.HOUR_WRITES) ? written / 2 : 0;
    long output = 1L + random.nextInt(500);
    long reasoning = parts.has(Feature.REASONING_TOKENS) ? output / 2 : 0;
    return new TokenUsage(
        read + written + random.nextInt(1000), read, written, hour, output, reasoning);
  }
}
