package dev.mooring.affinity;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * What providers document of their prompt caches: whether a model caches, from which prompt size
 * on, and how long. The facts stand in {@code cache-facts.tsv} and {@code cache-lifetimes.tsv}
 * beside this class, each with its source and date. Safe for use by many threads.
 */
public final class CacheFacts {
  /** The smallest prompt that counts as cacheable where no minimum is documented, in tokens. */
  public static final int UNDOCUMENTED_MIN_TOKENS = 256;

  private static final int CACHED_ANSWERS = 4_096;
  private static final String ANY = "*";
  private static final String NONE = "-";

  private final List<FactRow> facts;
  private final List<LifetimeRow> lifetimes;
  private final Map<Question, Fact> answers = new ConcurrentHashMap<>();

  private CacheFacts(List<FactRow> facts, List<LifetimeRow> lifetimes) {
    this.facts = facts;
    this.lifetimes = lifetimes;
  }

  /**
   * What is documented of one model at one type of provider.
   *
   * @param supported whether it caches at all
   * @param minTokens the smallest prompt that is cached, in tokens
   * @param source where that is documented, and the day it was read
   */
  public record Fact(boolean supported, int minTokens, String source) {}

  /** The facts that come with the product. */
  public static CacheFacts builtIn() {
    return BuiltIn.FACTS;
  }

  /**
   * What is documented of a model.
   *
   * @param providerType for example {@code bedrock}
   * @param upstreamModel as the provider names it, with whatever prefixes, versions and dates
   */
  public Fact fact(String providerType, String upstreamModel) {
    Question question = new Question(providerType, upstreamModel);
    Fact known = answers.get(question);
    if (known != null) {
      return known;
    }
    Fact found = lookUp(providerType, normalised(upstreamModel));
    if (answers.size() < CACHED_ANSWERS) {
      answers.put(question, found);
    }
    return found;
  }

  /** How long a type of provider keeps a cache after its last use, unless asked otherwise. */
  public Duration lifetime(String providerType) {
    return lifetimes.stream()
        .filter(row -> row.type().equals(ANY) || row.type().equals(providerType))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("cache-lifetimes.tsv: no row for the rest"))
        .lifetime();
  }

  /** Whether a model is one of Anthropic's, whoever serves it. */
  public static boolean isClaude(String model) {
    return normalised(model).startsWith("claude");
  }

  private Fact lookUp(String providerType, String model) {
    return facts.stream()
        .filter(row -> row.matches(providerType, model))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("cache-facts.tsv: no row for the rest"))
        .fact();
  }

  /**
   * A model's name without path, region and vendor, in lower case, with {@code -} for dots: {@code
   * us.anthropic.claude-sonnet-5} and {@code anthropic/Claude-Sonnet-5} both are {@code
   * claude-sonnet-5}.
   */
  static String normalised(String model) {
    String name = model.strip().toLowerCase(Locale.ROOT);
    name = name.substring(name.lastIndexOf('/') + 1);
    int claude = name.indexOf("claude-");
    if (claude > 0) {
      name = name.substring(claude);
    }
    for (int dot = name.indexOf('.'); dot > 0 && isWord(name, dot); dot = name.indexOf('.')) {
      name = name.substring(dot + 1);
    }
    return name.replace('.', '-');
  }

  /** Whether the first characters are letters and dashes, as in {@code us-gov}. */
  private static boolean isWord(String name, int end) {
    for (int i = 0; i < end; i++) {
      char c = name.charAt(i);
      if (c != '-' && (c < 'a' || c > 'z')) {
        return false;
      }
    }
    return true;
  }

  private record Question(String providerType, String upstreamModel) {}

  private record FactRow(Set<String> types, Pattern model, Fact fact) {
    static FactRow parse(List<String> columns) {
      String minimum = columns.get(3);
      return new FactRow(
          Set.of(columns.get(0).split(",", -1)),
          pattern(columns.get(1)),
          new Fact(
              columns.get(2).equals("yes"),
              minimum.equals(NONE) ? UNDOCUMENTED_MIN_TOKENS : Integer.parseInt(minimum),
              columns.get(4) + ", " + columns.get(5)));
    }

    /** The words of a model's name from its first one on, up to the end of a word. */
    private static Pattern pattern(String glob) {
      String words = Pattern.quote(glob).replace(ANY, "\\E.*\\Q");
      return Pattern.compile(words + "(?:[-:@_].*)?", Pattern.DOTALL);
    }

    boolean matches(String providerType, String name) {
      return (types.contains(ANY) || types.contains(providerType)) && model.matcher(name).matches();
    }
  }

  private record LifetimeRow(String type, Duration lifetime) {
    static LifetimeRow parse(List<String> columns) {
      Duration lifetime = PinLifetime.parseHeader(columns.get(1));
      return new LifetimeRow(
          columns.get(0), Objects.requireNonNull(lifetime, () -> "lifetime: " + columns.get(1)));
    }
  }

  /** Loads the product's own facts when they are first asked for. */
  private static final class BuiltIn {
    static final CacheFacts FACTS =
        new CacheFacts(
            rows("cache-facts.tsv").stream().map(FactRow::parse).toList(),
            rows("cache-lifetimes.tsv").stream().map(LifetimeRow::parse).toList());

    private static List<List<String>> rows(String resource) {
      List<List<String>> rows = new ArrayList<>();
      try (InputStream in = CacheFacts.class.getResourceAsStream(resource);
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
  }
}
