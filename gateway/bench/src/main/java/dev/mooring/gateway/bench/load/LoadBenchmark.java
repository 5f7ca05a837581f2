package dev.mooring.gateway.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures the gateway as it is shipped, beside plain proxies and other gateways: one process each
 * on one CPU, upstreams and load on another.
 */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = "Measures the whole gateway beside nginx, haproxy and other gateways.")
public final class LoadBenchmark implements Callable<Integer> {
  private static final long EVENT_MICROS = 1_000;
  private static final long SLOW_EVENT_MICROS = 50_000;

  @Mixin private Options options = new Options();

  private LoadBenchmark() {}

  /** Runs what the arguments ask for. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new LoadBenchmark()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Optional<String> missing = missing();
    if (missing.isPresent()) {
      System.err.println(missing.get());
      return 1;
    }
    Program.bindSelf(options.loadCpu());
    long interval = options.streams() > 0 ? SLOW_EVENT_MICROS : EVENT_MICROS;
    try (Stage stage = new Stage(options, interval);
        PacedClient client = new PacedClient()) {
      Measuring measuring = new Measuring(new Wrk(stage.folder()), client);
      if (options.streams() > 0) {
        return new ManyStreams(options, stage, client).run();
      }
      if (options.soak() > 0) {
        return new Soak(options, stage, client, measuring).run();
      }
      if (options.cold()) {
        new ColdStart(stage, measuring).run();
        return 0;
      }
      if (options.flatness()) {
        System.out.println(new Flatness(options, stage, measuring).run());
        return 0;
      }
      Results results = new Comparison(options, stage, measuring).run();
      System.out.println(ResultTable.markdown(results));
      Path json = options.json();
      if (json != null) {
        Files.writeString(json, ResultTable.json(results));
      }
      return 0;
    }
  }

  private Optional<String> missing() {
    if (!Files.isReadable(options.jar())) {
      return Optional.of(options.jar() + ": missing (mvn -B -ntp -DskipTests package)");
    }
    List<String> programs = List.of("wrk", "taskset");
    for (String program : programs) {
      if (Program.find(program).isEmpty()) {
        return Optional.of(program + ": not installed (apt-get install wrk util-linux)");
      }
    }
    return Optional.empty();
  }
}
