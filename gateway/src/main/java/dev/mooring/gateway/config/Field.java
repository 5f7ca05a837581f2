package dev.mooring.gateway.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of the schema.
 *
 * @param fallback its value where it is not written; for a required field, what stands in for it
 *     once its absence is a fault; null for an optional one
 * @param shown the default as documentation shows it: a value, {@code required} or {@code –}
 * @param section the fields within it; null for a plain value
 * @param many whether it is a list of sections
 */
record Field<T>(
    String name,
    ValueParser<T> parser,
    @Nullable T fallback,
    String shown,
    @Nullable Section section,
    boolean many) {
  static final String REQUIRED = "required";
  static final String NONE = "–";

  /** A field that must be written. */
  static <T> Field<T> required(String name, ValueParser<T> parser, T standIn) {
    return new Field<>(name, parser, standIn, REQUIRED, null, false);
  }

  /** A field with a default. */
  static <T> Field<T> defaulted(String name, ValueParser<T> parser, T fallback) {
    return new Field<>(name, parser, fallback, Units.show(fallback), null, false);
  }

  /** A field that may be absent. */
  static <T> Field<T> optional(String name, ValueParser<T> parser) {
    return new Field<>(name, parser, null, NONE, null, false);
  }

  /** A field that holds fields. */
  static Field<SectionReader> section(String name, Section section) {
    return new Field<>(
        name, (node, place) -> new SectionReader(section, node, place), null, NONE, section, false);
  }

  /** A field that holds a list of such. */
  static Field<List<SectionReader>> sections(String name, Section section) {
    return new Field<>(
        name,
        Lists.of((node, place) -> new SectionReader(section, node, place)),
        null,
        NONE,
        section,
        true);
  }

  /** A list of such that must be written. */
  static Field<List<SectionReader>> requiredSections(String name, Section section) {
    Field<List<SectionReader>> field = sections(name, section);
    return new Field<>(name, field.parser, List.of(), REQUIRED, section, true);
  }

  /** Whether the field must be written. */
  boolean isRequired() {
    return shown.equals(REQUIRED);
  }
}
