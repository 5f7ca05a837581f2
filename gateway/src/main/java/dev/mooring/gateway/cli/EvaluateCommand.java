package dev.mooring.gateway.cli;

import dev.mooring.gateway.evaluate.Chart;
import dev.mooring.gateway.evaluate.Evaluation;
import dev.mooring.gateway.evaluate.FaultFile;
import dev.mooring.gateway.evaluate.FaultScript;
import dev.mooring.gateway.evaluate.Findings;
import dev.mooring.gateway.evaluate.Policy;
import dev.mooring.gateway.evaluate.RecordConverter;
import dev.mooring.gateway.evaluate.ReportFile;
import dev.mooring.gateway.evaluate.ReportTable;
import dev.mooring.gateway.evaluate.StoreChoice;
import dev.mooring.gateway.evaluate.Traffic;
import dev.mooring.gateway.evaluate.TrafficFile;
import dev.mooring.gateway.evaluate.TrafficGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code evaluate}: what affinity gets of what could be got. Exits 0 when the gateway as shipped
 * gets the promised share, 1 when it does not.
 */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = "Measures what affinity gets of the cached tokens that could be got.")
final class EvaluateCommand implements Callable<Integer> {
  private static final int MOST_NODES = 3;

  /** Whose log tells of every connection, and of a Redis that is paused on purpose. */
  private static final String NOISY = "dev.mooring.store.redis";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--small", description = "Little traffic, for a quick look and for CI.")
  private boolean small;

  @Option(names = "--seed", paramLabel = "N", description = "Of all that is drawn. Default: 1.")
  private long seed = 1;

  @Option(names = "--nodes", paramLabel = "N", description = "Gateways, 1 to 3. Default: 1.")
  private int nodes = 1;

  @Option(
      names = "--faults",
      paramLabel = "NAME|FILE",
      description =
          "Faults, by name or from a file; may be repeated. Default: all that have names.")
  private List<String> faults = new ArrayList<>();

  @Option(
      names = "--traffic",
      paramLabel = "FILE",
      description = "Traffic of your own, a turn a line, in place of the built-in.")
  private @Nullable Path traffic;

  @Option(
      names = "--redis",
      paramLabel = "URI",
      description = "Keep pins there rather than in each node's memory.")
  private @Nullable String redis;

  @Option(names = "--json", paramLabel = "FILE", description = "The report as JSON.")
  private @Nullable Path json;

  @Option(names = "--svg", paramLabel = "FILE", description = "The report as a picture.")
  private @Nullable Path svg;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (nodes < 1 || nodes > MOST_NODES) {
      err.println("--nodes: " + nodes + " (expected: 1 to " + MOST_NODES + ")");
      return 2;
    }
    if (redis != null) {
      LogFormat.onlyErrors(NOISY);
    }
    try {
      Evaluation.Plan plan = plan();
      boolean terminal = CommandLine.Help.Ansi.AUTO.enabled();
      DemoProgress progress = new DemoProgress(out, terminal, plan.turns());
      Findings findings = Evaluation.run(plan, progress::step);
      out.println();
      out.print(ReportTable.of(findings));
      out.println(verdict(findings));
      out.flush();
      write(findings);
      return findings.kept() ? 0 : 1;
    } catch (IOException | IllegalArgumentException refused) {
      err.println("evaluate: " + refused.getMessage());
      return 2;
    } catch (ExecutionException failure) {
      err.println("evaluate: " + failure.getCause());
      return 1;
    }
  }

  private Evaluation.Plan plan() throws IOException {
    List<FaultScript> scripts = new ArrayList<>();
    for (String name : faults.isEmpty() ? FaultFile.BUILT_IN : faults) {
      Path file = Path.of(name);
      FaultScript script = Files.exists(file) ? FaultFile.read(file) : FaultFile.builtIn(name);
      if (faults.isEmpty() && nodes == 1 && script.onlyKills()) {
        leftOut(name, "--nodes 2 or 3");
      } else if (faults.isEmpty() && !store().plays(script)) {
        leftOut(name, "--redis redis://…");
      } else {
        scripts.add(script);
      }
    }
    return new Evaluation.Plan(turns(), List.of(Policy.values()), scripts, nodes, store(), seed);
  }

  private void leftOut(String name, String needs) {
    spec.commandLine().getOut().println(name + " is left out (it needs " + needs + ")");
  }

  private Traffic turns() throws IOException {
    if (traffic != null) {
      return TrafficFile.read(traffic);
    }
    return (small ? TrafficGenerator.SMALL : TrafficGenerator.USUAL).traffic(seed);
  }

  private StoreChoice store() {
    return redis == null ? StoreChoice.memory() : StoreChoice.redis(redis);
  }

  private void write(Findings findings) throws IOException {
    if (json != null) {
      Files.writeString(json, ReportFile.of(findings));
    }
    if (svg != null) {
      Files.writeString(svg, Chart.of(findings));
    }
  }

  /** Makes a traffic file of a gateway's record. */
  @Command(
      name = "convert",
      mixinStandardHelpOptions = true,
      description = "Makes a traffic file of a gateway's own record.")
  int convert(
      @Option(
              names = "--record",
              required = true,
              paramLabel = "FILE",
              description = "Answers of /admin/v1/turns or /admin/v1/sessions/…/events.")
          Path record,
      @Option(
              names = "--out",
              required = true,
              paramLabel = "FILE",
              description = "The traffic, a turn a line.")
          Path out) {
    try {
      Traffic converted = RecordConverter.read(record);
      TrafficFile.write(out, converted);
      spec.commandLine().getOut().println(converted.turns().size() + " turns");
      spec.commandLine().getOut().flush();
      return 0;
    } catch (IOException | java.time.DateTimeException refused) {
      spec.commandLine().getErr().println("evaluate: " + refused.getMessage());
      return 2;
    }
  }

  private static String verdict(Findings findings) {
    return findings.kept()
        ? "The default gets what is promised."
        : "The default falls short of what is promised.";
  }
}
