package dev.mooring.gateway.bench.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results in Markdown and in JSON. */
final class ResultTable {
  private static final List<Metric> COLUMNS =
      List.of(
          Metric.REQUESTS,
          Metric.CPU,
          Metric.CPU_EVENT,
          Metric.RATIO,
          Metric.ADDED_P50,
          Metric.ADDED_P99,
          Metric.ADDED_P999,
          Metric.ADDED_FIRST,
          Metric.ADDED_FIRST_P99,
          Metric.ALLOCATED,
          Metric.PAUSES,
          Metric.LONGEST_PAUSE,
          Metric.RSS);

  private ResultTable() {}

  /** A table: medians of the rounds, in brackets the least and the most where that tells. */
  static String markdown(Results results) {
    StringBuilder text = new StringBuilder();
    for (Shape shape : results.shapes()) {
      List<Metric> columns = columns(results, shape);
      text.append(
          String.format(
              Locale.ROOT, "| %s; half load: %.0f/s |", shape.title(), results.rate(shape)));
      columns.forEach(metric -> text.append(' ').append(metric.title()).append(" |"));
      text.append("\n|---|").append("---|".repeat(columns.size())).append('\n');
      for (String subject : results.subjects(shape)) {
        text.append("| ").append(subject).append(" |");
        columns.forEach(metric -> cell(text, results, shape, subject, metric));
        text.append('\n');
      }
      text.append('\n');
    }
    errors(results).forEach(line -> text.append("- ").append(line).append('\n'));
    results.notes().forEach(note -> text.append("- ").append(note).append('\n'));
    return text.toString();
  }

  private static List<Metric> columns(Results results, Shape shape) {
    return COLUMNS.stream()
        .filter(
            metric ->
                results.subjects(shape).stream()
                    .anyMatch(subject -> !results.figures(shape, subject, metric).isEmpty()))
        .toList();
  }

  private static void cell(
      StringBuilder text, Results results, Shape shape, String subject, Metric metric) {
    boolean whole = metric == Metric.CPU || metric == Metric.CPU_EVENT || metric == Metric.RATIO;
    text.append(' ')
        .append(
            results
                .spread(shape, subject, metric)
                .map(
                    spread -> whole ? spread.text(metric.digits()) : spread.middle(metric.digits()))
                .orElse("–"))
        .append(" |");
  }

  private static List<String> errors(Results results) {
    List<String> lines = new ArrayList<>();
    for (Shape shape : results.shapes()) {
      for (String subject : results.subjects(shape)) {
        double errors =
            results.figures(shape, subject, Metric.ERRORS).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        if (errors > 0) {
          lines.add(
              String.format(Locale.ROOT, "%s, %s: %.0f errors", subject, shape.title(), errors));
        }
      }
    }
    return lines;
  }

  /** All figures of all rounds. */
  static String json(Results results) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    for (Shape shape : results.shapes()) {
      ObjectNode block = root.putObject(shape.key());
      block.put("halfLoadPerSecond", results.rate(shape));
      ObjectNode subjects = block.putObject("subjects");
      for (String subject : results.subjects(shape)) {
        ObjectNode figures = subjects.putObject(subject);
        for (Metric metric : Metric.values()) {
          results
              .spread(shape, subject, metric)
              .ifPresent(
                  spread -> {
                    ObjectNode figure = figures.putObject(metric.key());
                    figure.put("median", spread.median());
                    figure.put("min", spread.min()).put("max", spread.max());
                    ArrayNode rounds = figure.putArray("rounds");
                    results.figures(shape, subject, metric).forEach(rounds::add);
                  });
        }
      }
    }
    ArrayNode notes = root.putArray("notes");
    results.notes().forEach(notes::add);
    return root.toPrettyString();
  }
}
