package dev.mooring.gateway.cli;

import dev.mooring.gateway.evaluate.Evaluation;
import dev.mooring.gateway.evaluate.FaultFile;
import dev.mooring.gateway.evaluate.FaultScript;
import dev.mooring.gateway.evaluate.Findings;
import dev.mooring.gateway.evaluate.Policy;
import dev.mooring.gateway.evaluate.ReportTable;
import dev.mooring.gateway.evaluate.Traffic;
import dev.mooring.gateway.evaluate.TrafficGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
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

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--small", description = "Little traffic, for a quick look.")
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

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (nodes < 1 || nodes > MOST_NODES) {
      err.println("--nodes: " + nodes + " (expected: 1 to " + MOST_NODES + ")");
      return 2;
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
    Traffic traffic = (small ? TrafficGenerator.SMALL : TrafficGenerator.USUAL).traffic(seed);
    List<FaultScript> scripts = new ArrayList<>();
    for (String name : faults.isEmpty() ? FaultFile.BUILT_IN : faults) {
      Path file = Path.of(name);
      scripts.add(Files.exists(file) ? FaultFile.read(file) : FaultFile.builtIn(name));
    }
    return new Evaluation.Plan(
        traffic, List.of(Policy.values()), scripts, nodes, "{ type: memory }", seed);
  }

  private static String verdict(Findings findings) {
    return findings.kept()
        ? "The default gets what is promised."
        : "The default falls short of what is promised.";
  }
}
