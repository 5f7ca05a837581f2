package dev.mooring.gateway.config;

import dev.mooring.gateway.config.ModelConfig.Price;

/** {@code price}: what tokens cost, in USD per million. */
final class PriceSection {
  private static final Field<Double> INPUT = Field.required("input", Values.amount(), 0.0);
  private static final Field<Double> OUTPUT = Field.required("output", Values.amount(), 0.0);
  private static final Field<Double> CACHE_READ = Field.optional("cacheRead", Values.amount());
  private static final Field<Double> CACHE_WRITE = Field.optional("cacheWrite", Values.amount());
  private static final Field<Double> CACHE_WRITE_1H =
      Field.optional("cacheWrite1h", Values.amount());

  static final Section SECTION = Section.of(INPUT, OUTPUT, CACHE_READ, CACHE_WRITE, CACHE_WRITE_1H);

  private PriceSection() {}

  /** Binds a price. */
  static Price bind(SectionReader in) {
    return new Price(
        in.get(INPUT),
        in.get(OUTPUT),
        in.orNull(CACHE_READ),
        in.orNull(CACHE_WRITE),
        in.orNull(CACHE_WRITE_1H));
  }
}
