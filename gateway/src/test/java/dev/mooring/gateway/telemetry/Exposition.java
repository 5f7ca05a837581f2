package dev.mooring.gateway.telemetry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page in Prometheus's text format, version 0.0.4, read as strictly as promtool does and with its
 * naming rules: a text that breaks one is an {@link IllegalArgumentException}.
 */
public final class Exposition {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) (\\S+) ?(.*)");
  private static final Pattern SAMPLE = Pattern.compile("([^\\s{]+)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL =
      Pattern.compile("\\G([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\\"n])*)\"(,|$)");
  private static final Set<String> TYPES = Set.of("counter", "gauge", "histogram", "summary");
  private static final List<String> UNITS =
      List.of("milliseconds", "microseconds", "nanoseconds", "minutes", "kilobytes", "percent");

  private final Map<String, Family> families = new LinkedHashMap<>();
  private Family open = new Family("");

  /** A sample: its name, labels by name, value. */
  public record Sample(String name, Map<String, String> labels, double value) {}

  private static final class Family {
    final String name;
    String help = "";
    String type = "";
    final Map<String, Sample> samples = new LinkedHashMap<>();

    Family(String name) {
      this.name = name;
    }
  }

  private Exposition() {}

  /** Reads a page. */
  public static Exposition parse(String page) {
    require(page.endsWith("\n"), "the last line has no end");
    Exposition read = new Exposition();
    for (String line : page.substring(0, page.length() - 1).split("\n", -1)) {
      if (line.startsWith("#")) {
        read.comment(line);
      } else {
        read.sample(line);
      }
    }
    read.families.values().forEach(Exposition::check);
    return read;
  }

  /** The names of all samples. */
  public Set<String> names() {
    Set<String> names = new java.util.TreeSet<>();
    samples().forEach(sample -> names.add(sample.name()));
    return names;
  }

  /** All samples. */
  public List<Sample> samples() {
    return families.values().stream().flatMap(each -> each.samples.values().stream()).toList();
  }

  /** The sum of the samples of a name whose labels have these values, given in pairs. */
  public double sum(String name, String... labels) {
    return samples().stream()
        .filter(sample -> sample.name().equals(name) && has(sample, labels))
        .mapToDouble(Sample::value)
        .sum();
  }

  private static boolean has(Sample sample, String... labels) {
    for (int i = 0; i < labels.length; i += 2) {
      if (!labels[i + 1].equals(sample.labels().get(labels[i]))) {
        return false;
      }
    }
    return true;
  }

  private void comment(String line) {
    Matcher comment = COMMENT.matcher(line);
    require(comment.matches(), "neither HELP nor TYPE: " + line);
    String name = comment.group(2);
    require(NAME.matcher(name).matches(), "no name: " + line);
    if (!open.name.equals(name)) {
      open = new Family(name);
      require(families.put(name, open) == null, "comes twice: " + name);
    }
    if (comment.group(1).equals("HELP")) {
      require(open.help.isEmpty() && !comment.group(3).isBlank(), "HELP: " + line);
      open.help = comment.group(3);
    } else {
      require(open.type.isEmpty() && TYPES.contains(comment.group(3)), "TYPE: " + line);
      require(open.samples.isEmpty(), "TYPE after samples: " + line);
      open.type = comment.group(3);
    }
  }

  private void sample(String line) {
    Matcher sample = SAMPLE.matcher(line);
    require(sample.matches(), "no sample: " + line);
    String name = sample.group(1);
    require(NAME.matcher(name).matches(), "no name: " + line);
    require(belongs(name, open), "outside of its family " + open.name + ": " + line);
    Map<String, String> labels = labels(sample.group(2), line);
    Sample read = new Sample(name, labels, value(sample.group(3), line));
    require(open.samples.put(name + labels, read) == null, "comes twice: " + line);
  }

  private static boolean belongs(String name, Family family) {
    return switch (family.type) {
      case "histogram" ->
          name.equals(family.name + "_bucket")
              || name.equals(family.name + "_sum")
              || name.equals(family.name + "_count");
      case "summary" ->
          name.equals(family.name)
              || name.equals(family.name + "_sum")
              || name.equals(family.name + "_count");
      default -> name.equals(family.name);
    };
  }

  private static Map<String, String> labels(String text, String line) {
    Map<String, String> labels = new TreeMap<>();
    if (text == null || text.isEmpty()) {
      return labels;
    }
    Matcher label = LABEL.matcher(text);
    int end = 0;
    while (label.find()) {
      require(!label.group(1).startsWith("__"), "reserved label: " + line);
      require(labels.put(label.group(1), label.group(2)) == null, "label twice: " + line);
      end = label.end();
    }
    require(end == text.length(), "labels: " + line);
    return labels;
  }

  private static double value(String text, String line) {
    try {
      return switch (text) {
        case "+Inf" -> Double.POSITIVE_INFINITY;
        case "-Inf" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(text);
      };
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("no number: " + line, e);
    }
  }

  private static void check(Family family) {
    require(!family.type.isEmpty() && !family.help.isEmpty(), "TYPE or HELP lacks: " + family.name);
    require(!family.samples.isEmpty(), "no samples: " + family.name);
    boolean total = family.name.endsWith("_total");
    require(family.type.equals("counter") == total, "_total is for counters: " + family.name);
    for (String unit : UNITS) {
      require(!family.name.contains(unit), "no base unit: " + family.name);
    }
    family.samples.values().forEach(sample -> checkValue(family, sample));
    if (family.type.equals("histogram")) {
      checkBuckets(family);
    }
  }

  private static void checkValue(Family family, Sample sample) {
    boolean bucket = sample.name().endsWith("_bucket");
    require(bucket == sample.labels().containsKey("le"), "le: " + sample);
    if (!family.type.equals("gauge")) {
      require(sample.value() >= 0, "falls or is no number: " + sample);
    }
  }

  /** Buckets grow, the last is infinite, and it holds what is counted. */
  private static void checkBuckets(Family family) {
    Map<Map<String, String>, List<Sample>> series = new LinkedHashMap<>();
    for (Sample sample : family.samples.values()) {
      if (sample.name().endsWith("_bucket")) {
        Map<String, String> others = new TreeMap<>(sample.labels());
        others.remove("le");
        series.computeIfAbsent(others, unused -> new ArrayList<>()).add(sample);
      }
    }
    require(!series.isEmpty(), "no buckets: " + family.name);
    series.forEach(
        (labels, buckets) -> {
          double bound = Double.NEGATIVE_INFINITY;
          double below = 0;
          for (Sample bucket : buckets) {
            double le = value(bucket.labels().getOrDefault("le", ""), bucket.toString());
            require(le > bound && bucket.value() >= below, "not cumulative: " + bucket);
            bound = le;
            below = bucket.value();
          }
          require(Double.isInfinite(bound), "no +Inf: " + family.name + labels);
          Sample count = family.samples.get(family.name + "_count" + labels);
          require(count != null && count.value() == below, "count: " + family.name + labels);
          require(family.samples.containsKey(family.name + "_sum" + labels), "no sum: " + labels);
        });
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
