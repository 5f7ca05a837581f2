package dev.mooring.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.k8s.Yaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Values, schema and the documents say the same. */
class ValuesTest {
  private static final Path FOLDER = Chart.MOORING.folder();
  private static final Set<String> SET_BY_THE_CHART = Set.of("management", "store");

  private final String valuesText = Yaml.read(FOLDER.resolve("values.yaml"));
  private final Map<String, Object> values = Yaml.document(valuesText);
  private final Map<String, Object> schema =
      Yaml.document(Yaml.read(FOLDER.resolve("values.schema.json")));

  @Test
  void theReadmeHasTheTableOfValues() {
    assertThat(Yaml.read(FOLDER.resolve("README.md"))).contains(ValuesDoc.table(valuesText));
  }

  @Test
  void everyValueIsDocumented() {
    Set<String> documented = new HashSet<>();
    ValuesDoc.rows(valuesText).forEach(row -> documented.add(row.path()));
    List<String> undocumented = new ArrayList<>();
    undocumented("", values, documented, undocumented);
    assertThat(undocumented).isEmpty();
    assertThat(documented).allSatisfy(path -> assertThat(schemaOf(path)).isNotNull());
  }

  @Test
  void everySectionOfTheSchemaIsClosed() {
    List<String> open = new ArrayList<>();
    open("", schema, open);
    assertThat(open).isEmpty();
    assertThat(properties(schema).keySet()).isEqualTo(values.keySet());
  }

  @Test
  void theConfigurationsSectionsAreThoseOfTheGateway() {
    String document = Yaml.read(Path.of("..", "docs", "configuration.md"));
    String table = document.split("## The document\n", -1)[1].split("\n## ", -1)[0];
    Set<String> sections = new HashSet<>();
    Matcher matcher = Pattern.compile("(?m)^\\| `([A-Za-z]+)` \\|").matcher(table);
    while (matcher.find()) {
      sections.add(matcher.group(1));
    }
    sections.removeAll(SET_BY_THE_CHART);
    assertThat(sections).isNotEmpty();
    assertThat(properties(Objects.requireNonNull(schemaOf("config"))).keySet())
        .containsAll(sections);
  }

  @Test
  void theImagesOfTheChartAreThoseOfItsAnnotations() {
    String chart = Yaml.read(FOLDER.resolve("Chart.yaml"));
    Map<String, Object> read = Yaml.document(chart);
    Map<String, Object> redis = Yaml.map(at(Yaml.map(at(values, "redis")), "image"));
    assertThat(chart)
        .contains(at(Yaml.map(at(values, "image")), "repository") + ":" + read.get("appVersion"))
        .contains(redis.get("repository") + ":" + redis.get("tag"));
  }

  private static void undocumented(
      String prefix, Map<String, Object> section, Set<String> documented, List<String> found) {
    section.forEach(
        (key, value) -> {
          String path = prefix + key;
          if (documented.contains(path)) {
            return;
          }
          if (value instanceof Map<?, ?> && !Yaml.map(value).isEmpty()) {
            undocumented(path + ".", Yaml.map(value), documented, found);
          } else {
            found.add(path);
          }
        });
  }

  /** Objects that list properties and yet allow others. */
  private static void open(String path, Map<String, Object> schema, List<String> found) {
    if (schema.containsKey("properties")) {
      if (!Boolean.FALSE.equals(schema.get("additionalProperties"))) {
        found.add(path);
      }
      properties(schema).forEach((key, value) -> open(path + "." + key, Yaml.map(value), found));
    }
    if (schema.get("items") instanceof Map<?, ?> items) {
      open(path + "[]", Yaml.map(items), found);
    }
  }

  private @org.jspecify.annotations.Nullable Map<String, Object> schemaOf(String path) {
    Map<String, Object> found = schema;
    for (String name : path.split("\\.", -1)) {
      Object next = properties(found).get(name);
      if (next == null) {
        return null;
      }
      found = Yaml.map(next);
    }
    return found;
  }

  private static Map<String, Object> properties(Map<String, Object> schema) {
    return Yaml.map(at(schema, "properties"));
  }

  private static Object at(Map<String, Object> map, String key) {
    return Objects.requireNonNull(map.get(key), key);
  }
}
