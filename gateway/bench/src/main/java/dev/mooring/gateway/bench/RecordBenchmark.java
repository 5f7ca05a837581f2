package dev.mooring.gateway.bench;

import dev.mooring.affinity.ClientScope;
import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionEvidence;
import dev.mooring.affinity.SessionIdentifier;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.Retention;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.gateway.api.GatewayOptions;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.record.Turn;
import dev.mooring.gateway.record.TurnFeed;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.InFlight;
import dev.mooring.gateway.routing.PlanRequest;
import dev.mooring.gateway.routing.Planner;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.routing.Speeds;
import dev.mooring.gateway.routing.rules.RequestHeaders;
import dev.mooring.store.memory.MemorySessionRecord;
import java.time.Duration;
import java.time.Instant;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to remember one served turn: its session's row, its event, its trail, the feed. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // set by prepare
public class RecordBenchmark {
  private static final int SESSIONS = 4_096;
  private static final Assignment ASSIGNMENT =
      new Assignment("p0", "c0", "vendor/model", "messages");
  private static final Usage USAGE = new Usage(12_000, 11_000, 500, 0, 400);

  private final Session[] sessions = new Session[SESSIONS];
  private final InstantSource clock = InstantSource.system();
  private final TurnFeed feed = new TurnFeed(clock);
  private final SessionRecord record = new MemorySessionRecord(clock, Retention.DEFAULT);
  private RoutingTrail trail;
  private int next;

  /** Plans one request for a model of 200 candidates, whose trail every turn puts into words. */
  @Setup
  public void prepare() {
    Catalog catalog = new Catalog(LargeConfiguration.withRules(0));
    ClientScope scope = new ClientScope("acme", "web", null);
    for (int i = 0; i < SESSIONS; i++) {
      String id = "session-" + i;
      sessions[i] =
          SessionIdentifier.identify(
              scope, new SessionEvidence(unused -> null, id, null, null, null, () -> id));
    }
    trail = new RoutingTrail();
    Planner planner =
        new Planner(
            new Health(clock),
            new InFlight(),
            Speeds.NONE,
            RandomGenerator.getDefault(),
            unused -> {});
    Caller caller = new Caller("acme", catalog.config().teams().get(0).keys().get(0), null);
    planner.plan(
        catalog,
        new PlanRequest(
            "model",
            Api.CHAT,
            true,
            GatewayOptions.NONE,
            caller,
            sessions[0],
            RequestHeaders.NONE,
            5_000),
        trail);
    trail.add("affinity", () -> "session stays on p0/upstream-model");
    trail.add("attempt", () -> "p0/c0/upstream-model accepted with 200");
  }

  /** All that is kept of a turn in memory. */
  @Benchmark
  public void turn() {
    Session session = sessions[next++ & (SESSIONS - 1)];
    Instant now = clock.instant();
    Tokens tokens = new Tokens(USAGE.input(), USAGE.cacheRead(), USAGE.output());
    record.assign(session.key(), null, ASSIGNMENT, now);
    record.updateTokens(session.key(), tokens, now);
    record.insert(event(session, tokens, now));
    feed.add(turn(session, now));
  }

  private static Event event(Session session, Tokens tokens, Instant now) {
    return new Event(
        session.key(),
        "req_benchmark",
        1,
        "messages",
        "vendor/model",
        "p0",
        "c0",
        "upstream-model",
        Reason.AFFINITY,
        tokens,
        200,
        Duration.ofMillis(900),
        now);
  }

  private Turn turn(Session session, Instant now) {
    return new Turn(
        now,
        "req_benchmark",
        "messages",
        "vendor/model",
        200,
        Duration.ofMillis(900),
        new Turn.Who("acme", "web", session.key().hex(), null, "explicit"),
        new Turn.Served(
            "p0",
            "c0",
            "upstream-model",
            "affinity",
            false,
            true,
            USAGE,
            new Turn.Money(0.01, 0.03, 0.01)),
        new Turn.Affinity("confirmed", "p0", null, null),
        null,
        lines());
  }

  private List<Turn.Line> lines() {
    return trail.lines().stream()
        .map(line -> new Turn.Line(line.model(), line.stage(), line.text()))
        .toList();
  }
}
