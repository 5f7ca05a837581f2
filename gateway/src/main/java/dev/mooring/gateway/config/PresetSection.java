package dev.mooring.gateway.config;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code presets[]} of {@code presets.yaml}: what is known of one provider. */
final class PresetSection {
  private static final Map<String, Dialect> APIS = Dialect.choices();
  private static final Map<Dialect, Field<String>> PATH_BY_API = pathFields();
  private static final Field<String> NAME = Field.required("name", Values.id(), "");
  private static final Field<ProviderType> TYPE =
      Field.required("type", Values.choice(ProviderType.names()), ProviderType.OPENAI_COMPATIBLE);
  private static final Field<String> BASE_URL = Field.optional("baseUrl", BaseUrl.parser());
  private static final Field<SectionReader> PATHS =
      Field.section("paths", new Section(List.copyOf(PATH_BY_API.values())));
  private static final Field<List<Dialect>> DEFAULT_APIS =
      Field.optional("apis", Lists.some(Values.choice(APIS)));
  private static final Field<Boolean> KEYLESS = Field.defaulted("keyless", Values.flag(), false);
  private static final Field<Boolean> STREAM_USAGE =
      Field.defaulted("streamUsage", Values.flag(), Defaults.STREAM_USAGE);
  private static final Field<List<String>> DROP_FIELDS =
      Field.optional("dropFields", Lists.of(Values.text()));
  private static final Field<String> HEADER = Field.optional("header", Values.headerName());
  private static final Field<String> VALUE = Field.optional("value", Values.headerValue());
  private static final Field<List<Dialect>> PROMPT_CACHE_KEY =
      Field.optional("promptCacheKey", Lists.some(Values.choice(APIS)));
  private static final Field<SectionReader> STICKY =
      Field.section("sticky", Section.of(HEADER, VALUE, PROMPT_CACHE_KEY));
  private static final Field<String> SOURCE = Field.required("source", Values.text(), "");
  private static final Field<String> DATE = Field.required("date", Values.text(), "");

  static final Section SECTION =
      Section.of(
          NAME,
          TYPE,
          BASE_URL,
          PATHS,
          DEFAULT_APIS,
          KEYLESS,
          STREAM_USAGE,
          DROP_FIELDS,
          STICKY,
          SOURCE,
          DATE);

  private PresetSection() {}

  /** Binds one preset. */
  static Preset bind(SectionReader in) {
    Map<Dialect, String> roots = roots(in.within(PATHS));
    in.get(SOURCE);
    in.get(DATE);
    return new Preset(
        in.get(NAME),
        in.get(TYPE),
        in.orNull(BASE_URL),
        roots,
        in.find(DEFAULT_APIS).<Set<Dialect>>map(EnumSet::copyOf).orElse(roots.keySet()),
        in.get(KEYLESS),
        in.get(STREAM_USAGE),
        sticky(in.within(STICKY)),
        Set.copyOf(in.find(DROP_FIELDS).orElse(List.of())));
  }

  private static StickyInput sticky(SectionReader in) {
    return new StickyInput(
        in.orNull(HEADER),
        in.orNull(VALUE),
        Set.copyOf(in.find(PROMPT_CACHE_KEY).orElse(List.of())));
  }

  /** The fields of {@code paths}. */
  private static Map<Dialect, Field<String>> pathFields() {
    Map<Dialect, Field<String>> fields = new EnumMap<>(Dialect.class);
    APIS.forEach((name, dialect) -> fields.put(dialect, Field.optional(name, Values.text())));
    return fields;
  }

  private static Map<Dialect, String> roots(SectionReader in) {
    Map<Dialect, String> roots = new EnumMap<>(Dialect.class);
    PATH_BY_API.forEach(
        (dialect, field) -> in.find(field).ifPresent(root -> roots.put(dialect, root)));
    return Collections.unmodifiableMap(roots);
  }
}
