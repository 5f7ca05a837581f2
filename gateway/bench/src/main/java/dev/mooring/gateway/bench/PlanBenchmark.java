package dev.mooring.gateway.bench;

import dev.mooring.affinity.ClientScope;
import dev.mooring.affinity.Eligibility;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promoter;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionEvidence;
import dev.mooring.affinity.SessionIdentifier;
import dev.mooring.gateway.api.GatewayOptions;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.TeamConfig;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.InFlight;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.PlanRequest;
import dev.mooring.gateway.routing.Planner;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.routing.Speeds;
import dev.mooring.gateway.routing.rules.RequestHeaders;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time and memory that it takes to plan a request for a model of 200 candidates. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // set by prepare
public class PlanBenchmark {
  private static final int SESSIONS = 256;
  private static final Pin PIN = new Pin("p7", "upstream-model", "c3", 1);

  /** How many rules are looked at, all in vain. */
  @Param({"0", "50"})
  int rules;

  /** Whether a pin of the session names the credential; else the provider alone. */
  @Param({"true", "false"})
  boolean pinsCredential;

  private final Session[] sessions = new Session[SESSIONS];
  private Catalog catalog;
  private Planner planner;
  private Caller caller;
  private int next;

  /** Makes the configuration, the planner and the sessions. */
  @Setup
  public void prepare() {
    GatewayConfig config = LargeConfiguration.withRules(rules);
    catalog = new Catalog(config);
    planner =
        new Planner(
            new Health(InstantSource.system()),
            new InFlight(),
            Speeds.NONE,
            RandomGenerator.getDefault(),
            unused -> {});
    TeamConfig team = config.teams().get(0);
    caller = new Caller(team.id(), team.keys().get(0), null);
    ClientScope scope = caller.scope();
    for (int i = 0; i < SESSIONS; i++) {
      String id = "session-" + i;
      SessionEvidence evidence =
          pinsCredential
              ? new SessionEvidence(unused -> null, id, null, null, null, () -> id)
              : new SessionEvidence(unused -> null, null, null, id, null, () -> id);
      sessions[i] = SessionIdentifier.identify(scope, evidence);
    }
  }

  /** All stages of a plan, trail included. */
  @Benchmark
  public List<ModelPlan> plan() {
    return planner.plan(catalog, request(), new RoutingTrail());
  }

  /** The same, and the promotion of what a pin names. */
  @Benchmark
  public Promotion<PlanCandidate> planAndPromote() {
    ModelPlan plan = planner.plan(catalog, request(), new RoutingTrail()).get(0);
    return Promoter.promote(
        plan.candidates(), new PinState.Pinned(PIN), Eligibility.ON, unused -> null);
  }

  private PlanRequest request() {
    Session session = sessions[next++ & (SESSIONS - 1)];
    return new PlanRequest(
        "model", Api.CHAT, true, GatewayOptions.NONE, caller, session, RequestHeaders.NONE, 5_000);
  }
}
