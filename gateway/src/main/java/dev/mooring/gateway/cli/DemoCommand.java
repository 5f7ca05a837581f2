package dev.mooring.gateway.cli;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.simulator.Simulator;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code demo}: the same conversations through a gateway with and without session affinity, against
 * simulated providers. Exits 0 when affinity won, 1 when it did not.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Shows what session affinity saves: no keys, no network, a few seconds.")
final class DemoCommand implements Callable<Integer> {
  private static final int CONVERSATIONS = 20;
  private static final int TURNS = 10;
  private static final int MODES = 2;
  // On a crowded machine the first requests wait for class loading: no news for who watches.
  private static final long PATIENCE_SECONDS = 20;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "20 conversations of 10 turns in each of three APIs, over 2 providers with 2 credentials");
    out.println("each (simulated), once without and once with session affinity.");
    out.flush();
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setMaxEventLoopExecuteTime(PATIENCE_SECONDS)
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.SECONDS));
    try {
      DemoReport report = await(start(vertx).compose(gateway -> play(vertx, gateway, out)));
      out.println();
      out.print(report.table());
      out.println(report.affinityWins() ? "Affinity wins." : "Affinity does not win.");
      out.flush();
      return report.affinityWins() ? 0 : 1;
    } catch (ExecutionException failure) {
      spec.commandLine().getErr().println("demo: " + failure.getCause());
      return 1;
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static Future<Gateway> start(Vertx vertx) {
    Map<String, String> origins = new LinkedHashMap<>();
    return Simulator.start(vertx, DemoSetup.simulator("north"))
        .onSuccess(north -> origins.put("north", north.origin()))
        .compose(north -> Simulator.start(vertx, DemoSetup.simulator("south")))
        .onSuccess(south -> origins.put("south", south.origin()))
        .compose(south -> Gateway.start(vertx, DemoSetup.gateway(origins)));
  }

  private static Future<DemoReport> play(Vertx vertx, Gateway gateway, PrintWriter out) {
    int turns = MODES * CONVERSATIONS * TURNS * Api.spoken().size();
    DemoProgress progress = new DemoProgress(out, CommandLine.Help.Ansi.AUTO.enabled(), turns);
    String origin = "http://127.0.0.1:" + gateway.apiPort();
    DemoClient client = new DemoClient(vertx, origin, DemoSetup.MODEL);
    DemoRun run = new DemoRun(client, CONVERSATIONS, TURNS, progress::step);
    return run.play(false)
        .compose(
            without -> run.play(true).map(with -> new DemoReport(without, with, DemoSetup.PRICE)))
        .compose(report -> gateway.drainAndClose().map(closed -> report));
  }

  private static <T> T await(Future<T> future) throws InterruptedException, ExecutionException {
    return future.toCompletionStage().toCompletableFuture().get();
  }
}
