package dev.mooring.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.k8s.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Alerts and dashboard ask for meters that the gateway has, by labels that these have. */
class AlertsTest {
  private static final String NAME = "(?:mooring|jvm|process)_[a-z_]+";
  private static final Pattern METER = Pattern.compile(NAME);
  private static final Pattern SELECTED = Pattern.compile("(" + NAME + ")\\{([^}]*)}");
  private static final Pattern LABEL = Pattern.compile("([a-z]+)(?:=~?|!~|!=)\"");
  private static final Pattern GROUPED = Pattern.compile("by \\(([a-z, ]+)\\)[^{]*?(" + NAME + ")");
  private static final Pattern FAMILY = Pattern.compile("(?m)^# TYPE (mooring_[a-z_]+)");
  private static final Pattern DOCUMENTED = Pattern.compile("`(mooring_[a-z_]+)");

  /** What docs/redis.md names by its end only. */
  private static final Set<String> SHORTENED =
      Set.of("mooring_store_writes_lapsed_total", "mooring_store_writes_dropped_total");

  private static final Set<String> OF_THE_SCRAPE = Set.of("namespace", "service", "pod");

  /** Meters that are there only once many answers have come; their own tests see them. */
  private static final Set<String> LATER = Set.of("mooring_cache_learned_lifetime_seconds");

  private static final String PAGE = ServedPages.read();

  private final String alerts = Chart.MOORING.render(Chart.MOORING.valueSet("ha"));

  @Test
  void everyMeterExists() {
    assertThat(matches(METER, expressions()))
        .hasSizeGreaterThan(25)
        .isSubsetOf(matches(METER, PAGE));
  }

  @Test
  void everyMeterIsDocumentedAndEveryDocumentedOneExists() throws IOException {
    StringBuilder pages = new StringBuilder();
    try (Stream<Path> files = Files.list(Path.of("..", "docs"))) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        pages.append(Yaml.read(page));
      }
    }
    Set<String> ours = firstGroups(FAMILY, PAGE);
    assertThat(ours).hasSizeGreaterThan(30);
    assertThat(ours).filteredOn(name -> !documented(pages.toString(), name)).isEmpty();
    ours.addAll(LATER);
    assertThat(firstGroups(DOCUMENTED, Yaml.read(Path.of("..", "docs", "metrics.md"))))
        .isSubsetOf(ours);
  }

  /** Whether pages name a meter; the largest value of a histogram needs no name of its own. */
  private static boolean documented(String pages, String name) {
    return name.endsWith("_max") || pages.contains(name) || SHORTENED.contains(name);
  }

  @Test
  void everyLabelExists() {
    Matcher selected = SELECTED.matcher(expressions());
    while (selected.find()) {
      assertThat(labels(selected.group(1)))
          .as(selected.group())
          .containsAll(firstGroups(LABEL, selected.group(2)));
    }
    Matcher grouped = GROUPED.matcher(expressions());
    while (grouped.find()) {
      assertThat(labels(grouped.group(2)))
          .as(grouped.group())
          .containsAll(Set.of(grouped.group(1).split(", ", -1)));
    }
  }

  /** All expressions of alerts and dashboard, quotes unescaped. */
  private String expressions() {
    return alerts.replaceAll("(?m)^ *\"?(uid|title|name|app\\.|helm).*$", "").replace("\\\"", "\"")
        + Yaml.read(Path.of("mooring", "files", "dashboard.json")).replace("\\\"", "\"");
  }

  /** The labels of a meter on the page, and those that a scrape adds. */
  private Set<String> labels(String meter) {
    Set<String> labels = new HashSet<>(OF_THE_SCRAPE);
    Matcher line = Pattern.compile("(?m)^" + meter + "\\{([^}]*)}").matcher(PAGE);
    while (line.find()) {
      labels.addAll(firstGroups(LABEL, line.group(1)));
    }
    return labels;
  }

  private static Set<String> matches(Pattern pattern, String text) {
    Set<String> found = new HashSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group());
    }
    return found;
  }

  private static Set<String> firstGroups(Pattern pattern, String text) {
    Set<String> found = new HashSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
