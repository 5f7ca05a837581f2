package dev.mooring.gateway;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.cache.LearnedLifetimes;
import dev.mooring.gateway.admin.ManagementVerticle;
import dev.mooring.gateway.admin.NodeView;
import dev.mooring.gateway.admin.Readiness;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.http.ApiVerticle;
import dev.mooring.gateway.http.Setup;
import dev.mooring.gateway.record.TurnFeed;
import dev.mooring.gateway.record.TurnLog;
import dev.mooring.gateway.relay.CachedShares;
import dev.mooring.gateway.relay.ForeignState;
import dev.mooring.gateway.relay.HeldBodies;
import dev.mooring.gateway.relay.Node;
import dev.mooring.gateway.relay.Waits;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.InFlight;
import dev.mooring.gateway.routing.Planner;
import dev.mooring.gateway.routing.TargetSpeeds;
import dev.mooring.gateway.store.LoopStores;
import dev.mooring.gateway.store.NodeStore;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.gateway.telemetry.Tracing;
import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** A running gateway: wires the parts, applies configurations, drains. */
public final class Gateway {
  /** The longest that a start waits for a store that does not answer. */
  private static final Duration STORE_PATIENCE = Duration.ofSeconds(2);

  private static final AtomicInteger SHARED_PORTS = new AtomicInteger();

  private final Vertx vertx;
  private final Readiness readiness;
  private final TurnFeed feed;
  private final Metrics metrics = new Metrics();
  private final Tracing tracing;
  private final NodeStore store;
  private final List<ApiVerticle> apis = new ArrayList<>();
  private final List<String> deployments = new CopyOnWriteArrayList<>();
  private final ManagementVerticle management;
  private final Health health;
  private final TargetSpeeds speeds;
  private final InFlight inFlight = new InFlight();
  private final CachedShares cached = new CachedShares();
  private final ForeignState foreign = new ForeignState();

  /** Two fifths of the heap; the rest is for reading them, and for all else. */
  private final HeldBodies bodies = new HeldBodies(Runtime.getRuntime().maxMemory() / 5 * 2);

  private final LearnedLifetimes lifetimes = new LearnedLifetimes();
  private final RandomGenerator random;
  private final InstantSource clock;
  private final Waits waits;
  private final Set<String> counted = ConcurrentHashMap.newKeySet();
  private final Set<EventLoop> loops = ConcurrentHashMap.newKeySet();
  private final GatewayConfig started;
  private volatile Setup setup;
  private volatile GatewayConfig config;

  private Gateway(Vertx vertx, GatewayConfig config, Surroundings surroundings) {
    this.vertx = vertx;
    this.started = config;
    this.config = config;
    this.setup = new Setup(config);
    this.clock = surroundings.clock();
    this.random = surroundings.random();
    this.waits = surroundings.waits();
    this.tracing = Tracing.of(config.tracing(), metrics);
    this.feed = new TurnFeed(clock);
    feed.watch(new TurnLog(() -> config().logging().trail()));
    this.health = new Health(clock);
    this.speeds = new TargetSpeeds(clock);
    this.store = NodeStore.of(config, clock, metrics, health, speeds, lifetimes);
    this.readiness = new Readiness(store::status);
    countDown(config);
    metrics.gauge("mooring.event.loops", "Event loops that serve the API", loops, Set::size);
    metrics.gauge(
        "mooring.bodies.bytes", "What bodies take of the heap", bodies, HeldBodies::bytes);
    this.management =
        new ManagementVerticle(
            new NodeView(
                () -> setup.catalog(),
                this::open,
                readiness,
                store::status,
                feed,
                clock.instant()));
  }

  /**
   * Starts a gateway; completes when both listeners are there, which is when its store has answered
   * or two seconds have gone by without.
   */
  public static Future<Gateway> start(Vertx vertx, GatewayConfig config) {
    return start(vertx, config, Surroundings.REAL);
  }

  /** Starts a gateway on a clock of one's own; it decides when pins expire and health returns. */
  public static Future<Gateway> start(Vertx vertx, GatewayConfig config, InstantSource clock) {
    return start(vertx, config, Surroundings.REAL.withClock(clock));
  }

  /** Starts a gateway for which time and chance are of one's own making. */
  public static Future<Gateway> start(
      Vertx vertx, GatewayConfig config, Surroundings surroundings) {
    try {
      return new Gateway(vertx, config, surroundings).deploy();
    } catch (IllegalStateException e) {
      return Future.failedFuture(e);
    }
  }

  /**
   * The node as one event loop sees it, as soon as its stores have answered: the first turns of a
   * new node go by the pins. A store that is away is not waited for longer than {@link
   * #STORE_PATIENCE}.
   */
  private Future<Node> node(EventLoop loop) {
    if (loops.add(loop)) {
      metrics.watch(loop);
    }
    return open(loop);
  }

  private Future<Node> open(EventLoop loop) {
    LoopStores stores = store.open(loop);
    Node node = node(stores);
    CompletionStage<Node> inTime =
        stores
            .answered()
            .thenApply(answered -> node)
            .toCompletableFuture()
            .completeOnTimeout(node, STORE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    return Future.fromCompletionStage(inTime, vertx.getOrCreateContext());
  }

  private Node node(LoopStores stores) {
    return new Node(
        stores.pins(),
        stores.issuers(),
        stores.record(),
        stores.limits(),
        health,
        inFlight,
        new Planner(health, inFlight, speeds, random, metrics::ruleFailed),
        speeds,
        cached,
        foreign,
        lifetimes,
        CacheFacts.builtIn(),
        metrics,
        tracing,
        feed,
        clock,
        random,
        waits);
  }

  /**
   * Deploys everything. All verticles are deployed from the caller's thread: one that is deployed
   * from another's event loop would stay on that loop.
   */
  private Future<Gateway> deploy() {
    int loops = Runtime.getRuntime().availableProcessors();
    int port = config.server().port();
    int shared = port == 0 ? -SHARED_PORTS.incrementAndGet() : port;
    List<Future<String>> deployed = new ArrayList<>();
    for (int i = 0; i < loops; i++) {
      ApiVerticle api =
          new ApiVerticle(this::node, () -> setup, bodies, config.server().host(), shared);
      apis.add(api);
      deployed.add(vertx.deployVerticle(api).onSuccess(deployments::add));
    }
    deployed.add(vertx.deployVerticle(management).onSuccess(deployments::add));
    return Future.join(deployed)
        .map(
            unused -> {
              readiness.started();
              return this;
            })
        .recover(failure -> undeploy().transform(unused -> Future.failedFuture(failure)));
  }

  /**
   * Serves new requests by another configuration; running ones keep theirs. Listen addresses stay
   * those of the start.
   *
   * @throws IllegalArgumentException when a listener off loopback would be left without
   *     authentication; the old configuration stays
   */
  public void apply(GatewayConfig next) {
    List<String> opened = next.opened(started);
    if (!opened.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", opened));
    }
    countDown(next);
    config = next;
    setup = new Setup(next);
    metrics.reloaded("applied");
  }

  private void countDown(GatewayConfig of) {
    for (String provider : of.providers().keySet()) {
      if (!counted.add(provider)) {
        continue;
      }
      metrics.gauge(
          "mooring.credentials.down",
          "Credentials that are down for a model, counted by model",
          health,
          known -> known.down(provider),
          "provider",
          provider);
      metrics.gauge(
          "mooring.credentials.degraded",
          "Credentials that this node's own calls show degraded for a model, counted by model",
          health,
          known -> known.degraded(provider),
          "provider",
          provider);
    }
  }

  /** Counts a configuration that was refused. */
  public void refused() {
    metrics.reloaded("refused");
  }

  /** The port of the API. */
  public int apiPort() {
    return apis.get(0).port();
  }

  /** The port of management. */
  public int managementPort() {
    return management.port();
  }

  /** The configuration in force. */
  public GatewayConfig config() {
    return config;
  }

  /** What the node knows of the health of credentials. */
  public Health health() {
    return health;
  }

  /** The record of sessions, to read; its answers come on any thread. */
  public SessionRecord record() {
    return store.record();
  }

  /** How fast targets are of late. */
  public TargetSpeeds speeds() {
    return speeds;
  }

  /** How long caches last by what answers told. */
  public LearnedLifetimes lifetimes() {
    return lifetimes;
  }

  /** The node's meters. */
  public Metrics metrics() {
    return metrics;
  }

  /**
   * Readiness goes at once, requests are accepted for {@code server.drainDelay} more, running ones
   * finish within {@code server.drainTimeout}, then everything closes.
   */
  public Future<Void> drainAndClose() {
    readiness.draining();
    apis.forEach(ApiVerticle::sendCallersAway);
    Duration delay = config.server().drainDelay();
    Future<?> told = delay.isZero() ? Future.succeededFuture() : vertx.timer(delay.toMillis());
    return told.transform(unused -> drain()).transform(unused -> undeploy());
  }

  private Future<?> drain() {
    Duration patience = config.server().drainTimeout();
    return Future.join(apis.stream().map(api -> api.drain(patience)).toList());
  }

  private Future<Void> undeploy() {
    List<Future<Void>> gone = deployments.stream().map(vertx::undeploy).toList();
    return Future.join(gone)
        .transform(
            unused ->
                vertx.executeBlocking(
                    () -> {
                      store.close();
                      return (Void) null;
                    },
                    false))
        .transform(unused -> Future.fromCompletionStage(tracing.close()))
        .onComplete(unused -> metrics.close());
  }
}
