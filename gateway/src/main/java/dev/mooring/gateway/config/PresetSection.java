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
  private static final Field<String> NAME = Field.required("name", Values.id(), "");
  private static final Field<ProviderType> TYPE =
      Field.required("type", Values.choice(ProviderType.names()), ProviderType.OPENAI_COMPATIBLE);
  private static final Field<String> BASE_URL = Field.optional("baseUrl", BaseUrl.parser());
  private static final Field<SectionReader> PATHS = byApi("paths");
  private static final Field<List<Dialect>> DEFAULT_APIS =
      Field.optional("apis", Lists.some(Values.choice(APIS)));
  private static final Field<Boolean> KEYLESS = Field.defaulted("keyless", Values.flag(), false);
  private static final Field<Boolean> STREAM_USAGE =
      Field.defaulted("streamUsage", Values.flag(), Defaults.STREAM_USAGE);
  private static final Field<List<String>> DROP_FIELDS =
      Field.optional("dropFields", Lists.of(Values.text()));
  private static final Field<String> MAX_TOKENS =
      Field.defaulted("maxTokens", Values.text(), Quirks.NONE.maxTokensField());
  private static final Field<Integer> TOOL_CALL_ID_LENGTH =
      Field.defaulted("toolCallIdLength", Values.count(1, 64), Quirks.NONE.toolCallIdLength());
  private static final Field<String> HEADER = Field.optional("header", Values.headerName());
  private static final Field<String> VALUE = Field.optional("value", Values.headerValue());
  private static final Field<SectionReader> FIELDS = byApi("fields");
  private static final Field<SectionReader> STICKY =
      Field.section("sticky", Section.of(HEADER, VALUE, FIELDS));
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
          MAX_TOKENS,
          TOOL_CALL_ID_LENGTH,
          STICKY,
          SOURCE,
          DATE);

  private PresetSection() {}

  /** Binds one preset. */
  static Preset bind(SectionReader in) {
    Map<Dialect, String> roots = byApi(in.within(PATHS));
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
        new Quirks(
            Set.copyOf(in.find(DROP_FIELDS).orElse(List.of())),
            in.get(MAX_TOKENS),
            in.get(TOOL_CALL_ID_LENGTH)));
  }

  private static StickyInput sticky(SectionReader in) {
    return new StickyInput(in.orNull(HEADER), in.orNull(VALUE), byApi(in.within(FIELDS)));
  }

  /** A section with a text for some of the APIs. */
  private static Field<SectionReader> byApi(String name) {
    Field<?>[] fields =
        APIS.keySet().stream()
            .map(api -> Field.optional(api, Values.text()))
            .toArray(Field<?>[]::new);
    return Field.section(name, Section.of(fields));
  }

  /** The texts of such a section. */
  private static Map<Dialect, String> byApi(SectionReader in) {
    Map<Dialect, String> texts = new EnumMap<>(Dialect.class);
    APIS.forEach(
        (name, dialect) ->
            in.find(Field.optional(name, Values.text()))
                .ifPresent(text -> texts.put(dialect, text)));
    return Collections.unmodifiableMap(texts);
  }
}
