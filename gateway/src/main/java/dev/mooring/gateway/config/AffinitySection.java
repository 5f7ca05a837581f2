package dev.mooring.gateway.config;

import java.time.Duration;

/** {@code affinity}: sessions and pins. */
final class AffinitySection {
  private static final Duration LONGEST = Duration.ofHours(1);

  private static final Field<Boolean> ENABLED =
      Field.defaulted("enabled", Values.flag(), Defaults.AFFINITY_ENABLED);
  private static final Field<Duration> MARGIN =
      Field.defaulted("margin", Values.duration(Duration.ZERO, LONGEST), Defaults.AFFINITY_MARGIN);
  private static final Field<Duration> MAX_LIFETIME =
      Field.defaulted(
          "maxLifetime",
          Values.duration(Duration.ofSeconds(1), LONGEST),
          Defaults.AFFINITY_MAX_LIFETIME);
  private static final Field<Integer> MAX_MODELS =
      Field.defaulted("maxModels", Values.count(1, 64), Defaults.AFFINITY_MAX_MODELS);

  private static final Field<Boolean> LEARN_LIFETIMES =
      Field.defaulted("learnLifetimes", Values.flag(), Defaults.AFFINITY_LEARN_LIFETIMES);

  private static final Field<SectionReader> WAIT = Field.section("wait", WaitSection.SECTION);

  static final Section SECTION =
      Section.of(ENABLED, MARGIN, MAX_LIFETIME, MAX_MODELS, LEARN_LIFETIMES, WAIT);

  private AffinitySection() {}

  /** Binds the section. */
  static AffinityConfig bind(SectionReader in) {
    return new AffinityConfig(
        in.get(ENABLED),
        in.get(MARGIN),
        in.get(MAX_LIFETIME),
        in.get(MAX_MODELS),
        in.get(LEARN_LIFETIMES),
        WaitSection.bind(in.within(WAIT)));
  }
}
