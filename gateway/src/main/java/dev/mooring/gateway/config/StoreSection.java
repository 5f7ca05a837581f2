package dev.mooring.gateway.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code store}: where pins are kept. */
final class StoreSection {
  private static final Field<StoreConfig.Type> TYPE =
      Field.defaulted("type", Values.choice(types(), Set.of()), StoreConfig.Type.MEMORY);
  private static final Field<Long> MAX_ENTRIES =
      Field.defaulted(
          "maxEntries", Values.wholeNumber(2, Integer.MAX_VALUE), Defaults.STORE_MAX_ENTRIES);
  private static final Field<Long> MAX_BYTES =
      Field.defaulted("maxBytes", Values.bytes(2, Long.MAX_VALUE), Defaults.STORE_MAX_BYTES);
  private static final Field<SectionReader> MEMORY =
      Field.section("memory", Section.of(MAX_ENTRIES, MAX_BYTES));
  private static final Field<SectionReader> REDIS = Field.section("redis", RedisSection.SECTION);

  static final Section SECTION = Section.of(TYPE, MEMORY, REDIS);

  private StoreSection() {}

  /** Binds the section. */
  static StoreConfig bind(SectionReader in) {
    SectionReader memory = in.within(MEMORY);
    StoreConfig.Type type = in.get(TYPE);
    return new StoreConfig(type, memory.get(MAX_ENTRIES), memory.get(MAX_BYTES), redis(in, type));
  }

  private static @Nullable RedisConfig redis(SectionReader in, StoreConfig.Type type) {
    boolean used = type == StoreConfig.Type.REDIS;
    if (!used && !in.has(REDIS)) {
      return null;
    }
    RedisConfig redis = RedisSection.bind(in.within(REDIS));
    if (!used) {
      in.warn(REDIS, "is not used (store.type is not redis)");
      return null;
    }
    return redis;
  }

  private static Map<String, StoreConfig.Type> types() {
    Map<String, StoreConfig.Type> types = new LinkedHashMap<>();
    types.put("memory", StoreConfig.Type.MEMORY);
    types.put("redis", StoreConfig.Type.REDIS);
    return types;
  }
}
