package dev.mooring.gateway.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The fields of one mapping of the schema, in the order documented. */
record Section(List<Field<?>> fields) {

  /** The section of these fields. */
  static Section of(Field<?>... fields) {
    return new Section(List.of(fields));
  }

  /** The names of the fields. */
  List<String> names() {
    return fields.stream().map(Field::name).toList();
  }

  /** Whether one of the fields has this name. */
  boolean knows(String name) {
    return fields.stream().anyMatch(field -> field.name().equals(name));
  }

  /**
   * Every field from here down: its path, such as {@code providers[].retry.maxRetries}, to its
   * default as shown.
   */
  Map<String, String> paths() {
    Map<String, String> paths = new LinkedHashMap<>();
    fields.stream()
        .flatMap(Section::paths)
        .forEach(entry -> paths.put(entry.getKey(), entry.getValue()));
    return paths;
  }

  /** A field and the fields within it, as paths. */
  private static Stream<Map.Entry<String, String>> paths(Field<?> field) {
    Stream<Map.Entry<String, String>> own = Stream.of(Map.entry(field.name(), field.shown()));
    Section within = field.section();
    if (within == null) {
      return own;
    }
    String prefix = field.name() + (field.many() ? "[]." : ".");
    return Stream.concat(
        own,
        within.paths().entrySet().stream()
            .map(entry -> Map.entry(prefix + entry.getKey(), entry.getValue())));
  }
}
