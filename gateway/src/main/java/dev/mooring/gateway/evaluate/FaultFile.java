package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.evaluate.FaultScript.NodeEnd;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads scripts of faults, in YAML: {@code faults: [{kind: rate-limit, provider: anthropic, from:
 * 10m, for: 4s, every: 2m, times: 20}, …]}.
 */
public final class FaultFile {
  /** The scripts that come with the program. */
  public static final List<String> BUILT_IN =
      List.of(
          "near-limits",
          "far-limits",
          "flapping",
          "revoked",
          "slow",
          "cuts",
          "silent",
          "restarts",
          "killed-node",
          "redis-paused",
          "redis-emptied");

  private static final String KILL = "kill";
  private static final String RESTART = "restart";
  private static final String REDIS_PAUSE = "redis-pause";
  private static final String REDIS_EMPTY = "redis-empty";
  private static final Set<String> FIELDS =
      Set.of("kind", "provider", "credential", "node", "from", "for", "every", "times");
  private static final Pattern DURATION = Pattern.compile("(\\d+)(ms|s|m|h)");
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private FaultFile() {}

  /**
   * A script that comes with the program.
   *
   * @throws IllegalArgumentException where there is none of this name
   */
  public static FaultScript builtIn(String name) {
    try (InputStream in = FaultFile.class.getResourceAsStream("faults/" + name + ".yaml")) {
      if (in == null) {
        throw new IllegalArgumentException(name + ": unknown (expected: one of " + BUILT_IN + ")");
      }
      return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * A script of one's own; its name is the file's.
   *
   * @throws IllegalArgumentException where the file is not such a script
   */
  public static FaultScript read(Path file) throws IOException {
    return parse(String.valueOf(file.getFileName()), Files.readString(file));
  }

  /** Reads a script. */
  static FaultScript parse(String name, String yaml) {
    Object root;
    try {
      root = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    } catch (YamlEngineException malformed) {
      throw new IllegalArgumentException(name + ": " + malformed.getMessage(), malformed);
    }
    if (!(root instanceof Map<?, ?> map) || !(map.get("faults") instanceof List<?> entries)) {
      throw new IllegalArgumentException(name + ": no list of faults (expected: faults: […])");
    }
    List<Outage> outages = new ArrayList<>();
    List<NodeEnd> ends = new ArrayList<>();
    List<RedisFault> redis = new ArrayList<>();
    for (Object entry : entries) {
      if (!(entry instanceof Map<?, ?> fields) || !FIELDS.containsAll(fields.keySet())) {
        throw new IllegalArgumentException(name + ": " + entry + " (expected: " + FIELDS + ")");
      }
      String kind = text(fields, "kind", "");
      switch (kind) {
        case KILL -> ends.addAll(ends(fields, false));
        case RESTART -> ends.addAll(ends(fields, true));
        case REDIS_PAUSE -> redis.addAll(redis(fields, RedisFault.Kind.PAUSE));
        case REDIS_EMPTY -> redis.addAll(redis(fields, RedisFault.Kind.EMPTY));
        default -> outages.addAll(outages(fields));
      }
    }
    return new FaultScript(name, List.copyOf(outages), List.copyOf(ends), List.copyOf(redis));
  }

  private static List<NodeEnd> ends(Map<?, ?> fields, boolean replaced) {
    return starts(fields).stream()
        .map(at -> new NodeEnd(number(fields, "node", 1), at, replaced))
        .toList();
  }

  private static List<RedisFault> redis(Map<?, ?> fields, RedisFault.Kind kind) {
    Duration length = duration(fields, "for", FOR_EVER);
    return starts(fields).stream()
        .map(start -> new RedisFault(kind, start, start.plus(length)))
        .toList();
  }

  /** When something begins that may happen more than once. */
  private static List<Duration> starts(Map<?, ?> fields) {
    Duration from = duration(fields, "from", Duration.ZERO);
    Duration every = duration(fields, "every", Duration.ZERO);
    List<Duration> starts = new ArrayList<>();
    for (int i = 0; i < number(fields, "times", 1); i++) {
      starts.add(from.plus(every.multipliedBy(i)));
    }
    return starts;
  }

  private static List<Outage> outages(Map<?, ?> fields) {
    Outage.Kind kind = kind(text(fields, "kind", ""));
    String provider = text(fields, "provider", "");
    String credential = text(fields, "credential", "");
    World.check(provider, credential);
    Duration length = duration(fields, "for", FOR_EVER);
    return starts(fields).stream()
        .map(start -> new Outage(kind, provider, credential, start, start.plus(length)))
        .toList();
  }

  private static Outage.Kind kind(String name) {
    String wanted = name.replace('-', '_').toUpperCase(Locale.ROOT);
    return Arrays.stream(Outage.Kind.values())
        .filter(kind -> kind.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "kind: "
                        + name
                        + " (expected: kill, restart, redis-pause, redis-empty or one of "
                        + Arrays.toString(Outage.Kind.values())
                        + ")"));
  }

  private static String text(Map<?, ?> fields, String field, String otherwise) {
    Object value = fields.get(field);
    return value == null ? otherwise : value.toString();
  }

  private static int number(Map<?, ?> fields, String field, int otherwise) {
    Object value = fields.get(field);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Integer number && number > 0) {
      return number;
    }
    throw new IllegalArgumentException(field + ": " + value + " (expected: a number from 1 on)");
  }

  private static Duration duration(Map<?, ?> fields, String field, Duration otherwise) {
    Object value = fields.get(field);
    if (value == null) {
      return otherwise;
    }
    Matcher matcher = DURATION.matcher(value.toString());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          field + ": " + value + " (expected: a duration such as 90s)");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }
}
