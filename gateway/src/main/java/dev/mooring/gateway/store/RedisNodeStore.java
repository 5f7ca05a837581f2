package dev.mooring.gateway.store;

import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Retention;
import dev.mooring.affinity.cache.LearnedLifetimes;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.gateway.config.RedisConfig;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.TargetSpeeds;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.store.memory.MemoryLimitStore;
import dev.mooring.store.redis.HealthBoard;
import dev.mooring.store.redis.RedisSettings;
import dev.mooring.store.redis.RedisStore;
import dev.mooring.store.redis.StoreState;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The shared store (contract, section 7): each event loop has a connection to Redis of its own, on
 * itself, so that no answer has to change threads.
 */
final class RedisNodeStore implements NodeStore {
  /** The longest that the end of a node waits for its last writes to the record. */
  private static final Duration LAST_WRITES = Duration.ofSeconds(1);

  private final RedisSettings settings;
  private final InstantSource clock;
  private final StoreMeters meters;
  private final Metrics metrics;
  private final LimitStore limitsOfNode;
  private final Health health;
  private final TargetSpeeds speeds;
  private final LearnedLifetimes lifetimes;
  private final AtomicBoolean shared = new AtomicBoolean();
  private final CompletableFuture<Void> heard = new CompletableFuture<>();
  private final List<Opened> opened = new CopyOnWriteArrayList<>();

  /** A loop's store, and since when it is there. */
  private record Opened(RedisStore store, Instant since) {
    /** Since when Redis does not answer this loop; empty while it does. */
    Optional<Instant> awaySince() {
      boolean reached = store.opened().toCompletableFuture().isDone();
      return reached ? store.state().openSince() : Optional.of(since);
    }

    /**
     * Since when Redis does not answer this loop, or refuses its writes; empty while it does not.
     */
    Optional<Instant> downSince() {
      return awaySince().or(() -> store.state().refusedSince());
    }
  }

  RedisNodeStore(
      RedisConfig config,
      int maxModels,
      Retention retention,
      InstantSource clock,
      Metrics metrics,
      Health health,
      TargetSpeeds speeds,
      LearnedLifetimes lifetimes) {
    this.settings = StoreSettings.of(config, maxModels, retention);
    this.clock = clock;
    this.health = health;
    this.speeds = speeds;
    this.lifetimes = lifetimes;
    this.meters = new StoreMeters(metrics);
    this.metrics = metrics;
    this.limitsOfNode = new MemoryLimitStore(clock);
    metrics.gauge(
        "mooring.store.up",
        "1 while Redis answers, and takes what is to be written",
        this,
        each -> each.downSince() == null ? 1 : 0);
    metrics.gauge(
        "mooring.store.breakers.open",
        "Event loops whose store is not asked, since it failed",
        this,
        each -> each.sum(state -> state.openSince().isPresent() ? 1 : 0));
    metrics.gauge(
        "mooring.store.writes.refused",
        "Event loops whose pin writes Redis refuses although it answers",
        this,
        each -> each.sum(state -> state.refusedSince().isPresent() ? 1 : 0));
    metrics.gauge(
        "mooring.store.writes.waiting",
        "Pin writes that Redis missed and will be given",
        this,
        each -> each.sum(StoreState::waiting));
    metrics.count(
        "mooring.store.writes.dropped",
        "Missed pin writes that were given up because too many waited",
        this,
        each -> each.sum(StoreState::dropped));
    metrics.count(
        "mooring.store.writes.lapsed",
        "Missed pin writes whose pin had ended before Redis was back",
        this,
        each -> each.sum(StoreState::lapsed));
    metrics.count(
        "mooring.store.writes.replayed",
        "Missed pin writes that Redis was given",
        this,
        each -> each.sum(StoreState::replayed));
    metrics.count(
        "mooring.store.events.lost",
        "Writes to the record of sessions that were given up",
        this,
        each -> each.opened.stream().mapToDouble(one -> one.store().recordWritesLost()).sum());
    metrics.count(
        "mooring.limits.settlements.lost",
        "Settlements of limits that were given up because too many waited for Redis",
        this,
        each -> each.opened.stream().mapToDouble(one -> one.store().settlementsLost()).sum());
  }

  @Override
  public LoopStores open(EventLoop loop) {
    LettuceTransport.follow(loop);
    RedisStore store = store(loop);
    opened.add(new Opened(store, clock.instant()));
    if (shared.compareAndSet(false, true)) {
      share(store.health());
      store.reports().start(this::report, this::heard);
    }
    return new LoopStores(
        new TimedPinStore(store.pins(), meters),
        new TimedIssuerStore(store.issuers(), meters),
        store.record(),
        new FallbackLimits(store.limits(), limitsOfNode, metrics),
        store.answered().thenCompose(answered -> heard));
  }

  @Override
  public SessionRecord record() {
    return opened.isEmpty() ? SessionRecord.NONE : opened.get(0).store().record();
  }

  @Override
  public StoreStatus status() {
    boolean read = opened.stream().allMatch(each -> each.awaySince().isEmpty());
    return new StoreStatus("redis", downSince(), read);
  }

  @Override
  public void close() {
    CompletableFuture.allOf(
            opened.stream()
                .map(each -> each.store().finish().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, LAST_WRITES.toMillis(), TimeUnit.MILLISECONDS)
        .join();
    opened.forEach(each -> each.store().close());
  }

  /** Shares health over one loop's connection: it is one for all loops. */
  private void share(HealthBoard board) {
    health.share(new RedisCoolDownBoard(board));
    board.subscribe(all -> health.hear(RedisCoolDownBoard.notices(all)));
    board.heard().thenRun(() -> heard.complete(null));
  }

  /** What this node tells of itself. */
  private String report() {
    return new ReportText(speeds.own(), health.degraded(), lifetimes.own()).encode();
  }

  /** Hears what all nodes tell; this node knows of itself already what is degraded. */
  private void heard(List<String> texts) {
    List<ReportText> reports = texts.stream().map(ReportText::parse).toList();
    speeds.hear(reports.stream().map(ReportText::speeds).toList());
    lifetimes.hear(reports.stream().map(ReportText::gaps).toList());
    health.hearDegraded(
        reports.stream()
            .flatMap(report -> report.degraded().stream())
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** Opens a store; what Lettuce says of an address is kept back, for it may hold a password. */
  private RedisStore store(EventLoop loop) {
    try {
      return RedisStore.open(settings, loop, clock);
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      if (why.startsWith("tls:")) {
        throw new IllegalArgumentException("store.redis." + why, e);
      }
      throw new IllegalArgumentException("store.redis: an address cannot be understood");
    }
  }

  /** The earliest time since when some loop's Redis is down; null while none is. */
  private @Nullable Instant downSince() {
    return opened.stream()
        .flatMap(each -> each.downSince().stream())
        .min(Instant::compareTo)
        .orElse(null);
  }

  private double sum(ToDoubleFunction<StoreState> number) {
    return opened.stream().map(each -> each.store().state()).mapToDouble(number).sum();
  }
}
