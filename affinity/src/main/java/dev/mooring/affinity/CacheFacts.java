package dev.mooring.affinity;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What providers document of their prompt caches: whether a model caches, from which prompt size
 * on, how long, and whether it is told by markers what to cache. The facts stand in {@code
 * cache-facts.tsv}, {@code cache-lifetimes.tsv} and {@code cache-markers.tsv} beside this class,
 * each with its source and date. Safe for use by many threads.
 */
public final class CacheFacts {
  /** The smallest prompt that counts as cacheable where no minimum is documented, in tokens. */
  public static final int UNDOCUMENTED_MIN_TOKENS = 256;

  private static final String ANY = "*";
  private static final String NONE = "-";

  private final FactTable<Fact> facts = FactTable.load("cache-facts.tsv", CacheFacts::fact);
  private final FactTable<Marking> markers =
      FactTable.load("cache-markers.tsv", CacheFacts::marking);
  private final List<LifetimeRow> lifetimes =
      FactTable.rows("cache-lifetimes.tsv").stream().map(LifetimeRow::parse).toList();

  private CacheFacts() {}

  /**
   * What is documented of one model at one type of provider.
   *
   * @param supported whether it caches at all
   * @param minTokens the smallest prompt that is cached, in tokens
   * @param source where that is documented, and the day it was read
   */
  public record Fact(boolean supported, int minTokens, String source) {}

  /**
   * How one model at one type of provider is told what to cache.
   *
   * @param marker the kind of marker; null where it knows none
   * @param oneHour whether a marker can ask for a lifetime of one hour
   * @param source where that is documented, and the day it was read
   */
  public record Marking(@Nullable CacheMarker marker, boolean oneHour, String source) {}

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
    return fact(List.of(providerType), upstreamModel);
  }

  /**
   * The same for a provider that goes by several names.
   *
   * @param names for example the preset {@code groq} and the type {@code openai-compatible}
   */
  public Fact fact(List<String> names, String upstreamModel) {
    return facts.find(names, upstreamModel);
  }

  /** By which markers a model is told what to cache; the parameters are those of {@link #fact}. */
  public Marking marking(String providerType, String upstreamModel) {
    return marking(List.of(providerType), upstreamModel);
  }

  /** The same for a provider that goes by several names. */
  public Marking marking(List<String> names, String upstreamModel) {
    return markers.find(names, upstreamModel);
  }

  /** How long a type of provider keeps a cache after its last use, unless asked otherwise. */
  public Duration lifetime(String providerType) {
    return lifetime(List.of(providerType));
  }

  /** The same for a provider that goes by several names. */
  public Duration lifetime(List<String> names) {
    for (LifetimeRow row : lifetimes) {
      if (row.name().equals(ANY) || names.contains(row.name())) {
        return row.lifetime();
      }
    }
    throw new IllegalStateException("cache-lifetimes.tsv: no row for the rest");
  }

  /** Whether a model is one of Anthropic's, whoever serves it. */
  public static boolean isClaude(String model) {
    return normalised(model).startsWith("claude");
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

  private static Fact fact(List<String> columns) {
    String minimum = columns.get(3);
    return new Fact(
        columns.get(2).equals("yes"),
        minimum.equals(NONE) ? UNDOCUMENTED_MIN_TOKENS : Integer.parseInt(minimum),
        columns.get(4) + ", " + columns.get(5));
  }

  private static Marking marking(List<String> columns) {
    CacheMarker marker =
        switch (columns.get(2)) {
          case "cache_control" -> CacheMarker.CACHE_CONTROL;
          case "prompt_cache_breakpoint" -> CacheMarker.BREAKPOINT;
          case NONE -> null;
          default -> throw new IllegalStateException("cache-markers.tsv: " + columns);
        };
    boolean oneHour = List.of(columns.get(3).split(",", -1)).contains("1h");
    return new Marking(marker, oneHour, columns.get(4) + ", " + columns.get(5));
  }

  private record LifetimeRow(String name, Duration lifetime) {
    static LifetimeRow parse(List<String> columns) {
      Duration lifetime = PinLifetime.parseHeader(columns.get(1));
      return new LifetimeRow(
          columns.get(0), Objects.requireNonNull(lifetime, () -> "lifetime: " + columns.get(1)));
    }
  }

  /** Loads the product's own facts when they are first asked for. */
  private static final class BuiltIn {
    static final CacheFacts FACTS = new CacheFacts();
  }
}
