package dev.mooring.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.SessionSource;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.k8s.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Alerts and dashboard ask for meters that the gateway has, by labels that these have. */
class AlertsTest {
  private static final Pattern METER = Pattern.compile("mooring_[a-z_]+");
  private static final Pattern SELECTED = Pattern.compile("(mooring_[a-z_]+)\\{([^}]*)}");
  private static final Pattern LABEL = Pattern.compile("([a-z]+)(?:=~?|!~|!=)\"");
  private static final Pattern GROUPED =
      Pattern.compile("by \\(([a-z, ]+)\\)[^{]*?(mooring_[a-z_]+)");
  private static final Pattern GAUGE = Pattern.compile("metrics\\.gauge\\(\\s*\"([a-z.]+)\"");
  private static final Set<String> OF_THE_SCRAPE = Set.of("namespace", "service", "pod");

  private final String page = scrape();
  private final String alerts = Chart.MOORING.render(Chart.MOORING.valueSet("ha"));

  @Test
  void everyMeterExists() throws IOException {
    Set<String> existing = new HashSet<>(matches(METER, page));
    existing.addAll(gaugesOfStores());
    assertThat(matches(METER, expressions())).hasSizeGreaterThan(5).isSubsetOf(existing);
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
    Matcher line = Pattern.compile("(?m)^" + meter + "\\{([^}]*)}").matcher(page);
    while (line.find()) {
      labels.addAll(firstGroups(LABEL, line.group(1)));
    }
    return labels;
  }

  /**
   * The gauges of the Redis store, which are there only where there is a Redis: from its source.
   */
  private static Set<String> gaugesOfStores() throws IOException {
    try (Stream<Path> sources = Files.walk(Path.of("..", "gateway", "src", "main", "java"))) {
      return sources
          .filter(file -> file.toString().endsWith("Store.java"))
          .flatMap(file -> firstGroups(GAUGE, Yaml.read(file)).stream())
          .map(name -> name.replace('.', '_'))
          .collect(Collectors.toSet());
    }
  }

  /** The page for Prometheus after everything has happened once. */
  private static String scrape() {
    Metrics metrics = new Metrics();
    metrics.began();
    metrics.ended("chat", 200);
    metrics.attempted("provider", "served");
    metrics.decided(Outcome.PROMOTED, SessionSource.FINGERPRINT);
    metrics.pinWritten("claim", "done");
    metrics.pinReadFailed();
    metrics.used("provider", new Usage(3, 1, 1, 1, 1));
    metrics.reloaded("applied");
    return metrics.scrape();
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
