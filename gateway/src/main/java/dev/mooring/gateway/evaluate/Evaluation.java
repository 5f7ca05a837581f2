package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.evaluate.TurnResult.Holder;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Traffic through real nodes against simulated providers, under every policy and every script of
 * faults, and the best that could be got beside it. Two runs go on at a time, each on an event loop
 * of its own.
 */
public final class Evaluation implements AutoCloseable {
  private static final int AT_A_TIME = 2;

  /** Class loading on a crowded machine is no news for who watches. */
  private static final int PATIENCE_SECONDS = 60;

  private final Plan plan;
  private final Runnable onTurn;
  private final Map<String, Price> prices = World.prices();
  private final ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);

  /**
   * What is evaluated.
   *
   * @param policies at least {@link Policy#OFF}, against which savings are told
   * @param faults one run each, for each policy; the calm comes first by itself
   * @param nodes how many gateways serve, at least 1
   * @param store where they keep their pins
   * @param seed of all that is drawn
   */
  public record Plan(
      Traffic traffic,
      List<Policy> policies,
      List<FaultScript> faults,
      int nodes,
      StoreChoice store,
      long seed) {
    /** Refuses scripts that the store cannot play. */
    public Plan {
      for (FaultScript script : faults) {
        if (!store.plays(script)) {
          throw new IllegalArgumentException(
              script.name() + ": needs a Redis of its own (expected: --redis redis://…)");
        }
      }
    }

    /** How many turns are played in all. */
    public int turns() {
      return traffic.turns().size() * (faults.size() + 1) * policies.size();
    }
  }

  private Evaluation(Plan plan, Runnable onTurn) {
    this.plan = plan;
    this.onTurn = onTurn;
  }

  /**
   * Plays everything; blocks.
   *
   * @param onTurn called after each turn, on several threads
   * @throws ExecutionException when a run cannot be played to its end
   */
  public static Findings run(Plan plan, Runnable onTurn)
      throws InterruptedException, ExecutionException {
    try (Evaluation evaluation = new Evaluation(plan, onTurn)) {
      return evaluation.findings();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private Findings findings() throws InterruptedException, ExecutionException {
    List<FaultScript> scripts = new ArrayList<>(List.of(FaultScript.CALM));
    scripts.addAll(plan.faults());
    Map<FaultScript, Map<Policy, Future<Run.Played>>> runs = new LinkedHashMap<>();
    for (FaultScript script : scripts) {
      Map<Policy, Future<Run.Played>> ofScript = new EnumMap<>(Policy.class);
      for (Policy policy : plan.policies()) {
        ofScript.put(policy, threads.submit(() -> play(policy, script)));
      }
      runs.put(script, ofScript);
    }
    List<Future<Findings.Row>> rows = new ArrayList<>();
    for (FaultScript script : scripts) {
      Totals off = played(runs, script, Policy.OFF).totals();
      for (Policy policy : plan.policies()) {
        Run.Played played = played(runs, script, policy);
        Map<String, Holder> homes = new HashMap<>(played(runs, FaultScript.CALM, policy).homes());
        homes.entrySet().retainAll(played.homes().entrySet());
        rows.add(threads.submit(() -> row(script, policy, played, off, homes)));
      }
    }
    List<Findings.Row> done = new ArrayList<>();
    for (Future<Findings.Row> row : rows) {
      done.add(row.get());
    }
    return new Findings(plan.seed(), plan.traffic().turns().size(), plan.nodes(), done);
  }

  private static Run.Played played(
      Map<FaultScript, Map<Policy, Future<Run.Played>>> runs, FaultScript script, Policy policy)
      throws InterruptedException, ExecutionException {
    return Objects.requireNonNull(Objects.requireNonNull(runs.get(script)).get(policy)).get();
  }

  private Findings.Row row(
      FaultScript script, Policy policy, Run.Played played, Totals off, Map<String, Holder> homes) {
    Oracle.Best best = new Oracle(script, homes, prices).best(played.arrivals());
    Oracle.Best unbound = new Oracle(script, Map.of(), prices).best(played.arrivals());
    return new Findings.Row(script.name(), policy, played.totals(), best, unbound, off);
  }

  /** One run. */
  private Run.Played play(Policy policy, FaultScript script)
      throws InterruptedException, ExecutionException {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(1)
                .setMaxEventLoopExecuteTime(PATIENCE_SECONDS)
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.SECONDS));
    Run.Setting setting =
        new Run.Setting(plan.traffic(), policy, script, plan.nodes(), plan.store(), plan.seed());
    Promise<Run.Played> played = Promise.promise();
    vertx.runOnContext(start -> Run.play(vertx, setting, onTurn).onComplete(played));
    return played.future().eventually(vertx::close).toCompletionStage().toCompletableFuture().get();
  }
}
