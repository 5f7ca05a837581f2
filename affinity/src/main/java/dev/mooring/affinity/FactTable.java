package dev.mooring.affinity;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What is documented of models, by provider and model: the first row that matches holds. Safe for
 * use by many threads.
 *
 * @param <T> what a row says
 */
final class FactTable<T> {
  private static final int CACHED_ANSWERS = 4_096;
  private static final String ANY = "*";

  private final String resource;
  private final List<Row<T>> rows;
  private final Map<Question, T> answers = new ConcurrentHashMap<>();

  private FactTable(String resource, List<Row<T>> rows) {
    this.resource = resource;
    this.rows = rows;
  }

  /**
   * Loads a table beside this class.
   *
   * @param fact reads what a row says from its columns, of which the first two are the providers
   *     and the model
   */
  static <T> FactTable<T> load(String resource, Function<List<String>, T> fact) {
    return new FactTable<>(
        resource,
        rows(resource).stream()
            .map(
                columns ->
                    new Row<>(
                        Set.of(columns.get(0).split(",", -1)),
                        pattern(columns.get(1)),
                        fact.apply(columns)))
            .toList());
  }

  /** The rows of a file of tab-separated columns; lines that begin with # are left out. */
  static List<List<String>> rows(String resource) {
    List<List<String>> rows = new ArrayList<>();
    try (InputStream in = FactTable.class.getResourceAsStream(resource);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(in, resource), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          rows.add(List.of(line.split("\t", -1)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
    return rows;
  }

  /** What holds for a model, however its provider, which has these names, writes its name. */
  T find(List<String> names, String upstreamModel) {
    Question question = new Question(names, upstreamModel);
    T known = answers.get(question);
    if (known != null) {
      return known;
    }
    T found = lookUp(names, CacheFacts.normalised(upstreamModel));
    if (answers.size() < CACHED_ANSWERS) {
      answers.put(question, found);
    }
    return found;
  }

  private T lookUp(List<String> names, String model) {
    return rows.stream()
        .filter(row -> row.matches(names, model))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(resource + ": no row for the rest"))
        .fact();
  }

  /** The words of a model's name from its first one on, up to the end of a word. */
  private static Pattern pattern(String glob) {
    String words = Pattern.quote(glob).replace(ANY, "\\E.*\\Q");
    return Pattern.compile(words + "(?:[-:@_].*)?", Pattern.DOTALL);
  }

  private record Question(List<String> names, String upstreamModel) {}

  private record Row<T>(Set<String> providers, Pattern pattern, T fact) {
    boolean matches(List<String> names, String model) {
      return (providers.contains(ANY) || names.stream().anyMatch(providers::contains))
          && pattern.matcher(model).matches();
    }
  }
}
