package dev.mooring.gateway.bench.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the command line says. */
final class Options {
  private static final String HEAP = "-Xms512m -Xmx512m -XX:+AlwaysPreTouch";
  private static final List<String> QUICK = List.of("haproxy", "vertx", "memory", "redis");

  @Option(
      names = "--quick",
      description = "haproxy, a bare Vert.x proxy, memory and Redis; 3 short rounds, no 1 MB.")
  private boolean quick;

  @Option(names = "--rounds", paramLabel = "N", description = "Default: 5; quick: 3.")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Of one measurement. Default: 3; quick: 1.")
  private int seconds;

  @Option(
      names = "--subjects",
      paramLabel = "KEY",
      split = ",",
      description =
          "haproxy, nginx, vertx, off, memory, memory-fingerprint, redis, redis-fingerprint,"
              + " translated, names of peers. Default: all.")
  private List<String> subjects = new ArrayList<>();

  @Option(
      names = "--bodies",
      paramLabel = "KEY",
      split = ",",
      description = "2k, 100k, 1m, sse. Default: all.")
  private List<String> bodies = new ArrayList<>();

  @Option(
      names = "--peer",
      paramLabel = "NAME=URL",
      description = "Another gateway that runs already; may be repeated.")
  private Map<String, String> peers = new LinkedHashMap<>();

  @Option(names = "--jdk", paramLabel = "FOLDER", description = "Runs the gateway on another JDK.")
  private Path jdk = Path.of(System.getProperty("java.home", "."));

  @Option(
      names = "--jvm",
      paramLabel = "OPTIONS",
      description = "Of the gateway's JVM. Default: " + HEAP)
  private @Nullable String jvm;

  @Option(names = "--jar", paramLabel = "FILE", description = "Default: ${DEFAULT-VALUE}.")
  private Path jar = Path.of("gateway/target/mooring.jar");

  @Option(names = "--proxy-cpu", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int proxyCpu = 0;

  @Option(names = "--load-cpu", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int loadCpu = 1;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures there, too.")
  private @Nullable Path json;

  @Option(
      names = "--flatness",
      description = "Cost by live sessions, 100 and 100,000, and by targets, 1 and 20.")
  private boolean flatness;

  @Option(names = "--cold", description = "Cost in the first half minute after a start.")
  private boolean cold;

  @Option(
      names = "--soak",
      paramLabel = "MINUTES",
      description = "Mixed shapes at 70 % load; memory and p99 every 30 s.")
  private int soak;

  @Option(names = "--leaks", description = "With --soak: looks for buffers that are not released.")
  private boolean leaks;

  @Option(
      names = "--streams",
      paramLabel = "N",
      description = "So many streams of 100 KB prompts at once, by default at -Xmx256m.")
  private int streams;

  /** The rounds of a comparison. */
  int rounds() {
    return rounds > 0 ? rounds : quick ? 3 : 5;
  }

  /** The seconds of one measurement. */
  int seconds() {
    return seconds > 0 ? seconds : quick ? 1 : 3;
  }

  /** Whether it is the short form. */
  boolean quick() {
    return quick;
  }

  /** Whether a subject is wanted. */
  boolean wants(String subject) {
    if (subjects.isEmpty()) {
      return !quick || QUICK.contains(subject) || peers.containsKey(subject);
    }
    return subjects.contains(subject);
  }

  /** The shapes. */
  List<Shape> shapes() {
    if (!bodies.isEmpty()) {
      return bodies.stream().map(Shape::of).toList();
    }
    return Arrays.stream(Shape.values())
        .filter(shape -> !quick || shape != Shape.UNARY_1M)
        .toList();
  }

  /** Peers that run already, by name. */
  Map<String, String> peers() {
    return peers;
  }

  /** The java that runs the gateway. */
  String java() {
    return jdk.resolve("bin").resolve("java").toString();
  }

  /** The jcmd that looks into it. */
  String jcmd() {
    Path own = jdk.resolve("bin").resolve("jcmd");
    return Files.isExecutable(own) ? own.toString() : "jcmd";
  }

  /** The options of the gateway's JVM. */
  List<String> jvm() {
    String text = jvm != null ? jvm : streams > 0 ? "-Xmx256m" : HEAP;
    return Arrays.stream(text.strip().split("\\s+", -1)).filter(s -> !s.isEmpty()).toList();
  }

  /** The gateway's jar. */
  Path jar() {
    return jar;
  }

  /** Where gateways and proxies run. */
  int proxyCpu() {
    return proxyCpu;
  }

  /** Where everything else runs. */
  int loadCpu() {
    return loadCpu;
  }

  /** Where the figures go; null for nowhere. */
  @Nullable Path json() {
    return json;
  }

  /** Whether flatness is asked for. */
  boolean flatness() {
    return flatness;
  }

  /** Whether the first half minute is asked for. */
  boolean cold() {
    return cold;
  }

  /** Minutes of soaking; 0 for none. */
  int soak() {
    return soak;
  }

  /** Whether leaks are looked for. */
  boolean leaks() {
    return leaks;
  }

  /** How many streams at once; 0 for no such run. */
  int streams() {
    return streams;
  }
}
