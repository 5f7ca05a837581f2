package dev.mooring.gateway.config;

import java.util.Map;

/** {@code store}: where pins are kept. */
final class StoreSection {
  private static final Field<StoreConfig.Type> TYPE =
      Field.defaulted(
          "type",
          Values.choice(Map.of("memory", StoreConfig.Type.MEMORY), NotServed.STORE_TYPES),
          StoreConfig.Type.MEMORY);
  private static final Field<Long> MAX_ENTRIES =
      Field.defaulted(
          "maxEntries", Values.wholeNumber(1, Integer.MAX_VALUE), Defaults.STORE_MAX_ENTRIES);
  private static final Field<Long> MAX_BYTES =
      Field.defaulted("maxBytes", Values.bytes(1, Long.MAX_VALUE), Defaults.STORE_MAX_BYTES);
  private static final Field<SectionReader> MEMORY =
      Field.section("memory", Section.of(MAX_ENTRIES, MAX_BYTES));

  static final Section SECTION = Section.of(TYPE, MEMORY);

  private StoreSection() {}

  /** Binds the section. */
  static StoreConfig bind(SectionReader in) {
    SectionReader memory = in.within(MEMORY);
    return new StoreConfig(in.get(TYPE), memory.get(MAX_ENTRIES), memory.get(MAX_BYTES));
  }
}
