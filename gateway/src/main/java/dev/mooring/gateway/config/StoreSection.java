package dev.mooring.gateway.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code store}: where pins are kept. */
final class StoreSection {
  private static final Field<StoreConfig.Type> TYPE =
      Field.defaulted("type", Values.choice(types()), StoreConfig.Type.MEMORY);
  private static final Field<Path> PATH = Field.optional("path", Values.path());
  private static final Field<Boolean> DURABLE = Field.optional("durable", Values.flag());
  private static final Field<SectionReader> RETENTION =
      Field.section("retention", RetentionSection.SECTION);
  private static final Field<Long> MAX_ENTRIES =
      Field.defaulted(
          "maxEntries", Values.wholeNumber(2, Integer.MAX_VALUE), Defaults.STORE_MAX_ENTRIES);
  private static final Field<Long> MAX_BYTES =
      Field.defaulted("maxBytes", Values.bytes(2, Long.MAX_VALUE), Defaults.STORE_MAX_BYTES);
  private static final Field<SectionReader> MEMORY =
      Field.section("memory", Section.of(MAX_ENTRIES, MAX_BYTES));
  private static final Field<SectionReader> REDIS = Field.section("redis", RedisSection.SECTION);

  static final Section SECTION = Section.of(TYPE, PATH, DURABLE, RETENTION, MEMORY, REDIS);

  private StoreSection() {}

  /** Binds the section. */
  static StoreConfig bind(SectionReader in) {
    SectionReader memory = in.within(MEMORY);
    StoreConfig.Type type = in.get(TYPE);
    return new StoreConfig(
        type,
        memory.get(MAX_ENTRIES),
        memory.get(MAX_BYTES),
        file(in, type),
        RetentionSection.bind(in.within(RETENTION)),
        redis(in, type));
  }

  /** Where the memory store is kept; null where it is not. */
  private static @Nullable Path file(SectionReader in, StoreConfig.Type type) {
    Path path = in.orNull(PATH);
    boolean durable = in.find(DURABLE).orElse(path != null);
    if (path != null && !durable) {
      in.refuse(DURABLE, "is false and there is a path (remove one of them)");
    }
    if (type == StoreConfig.Type.REDIS && (in.has(PATH) || durable)) {
      in.warn(in.has(PATH) ? PATH : DURABLE, "is not used (store.type is redis)");
      return null;
    }
    if (!durable) {
      return null;
    }
    return path == null ? SessionsFile.standard() : path;
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
