package dev.mooring.store.redis;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.limit.LimitStore;
import io.lettuce.core.resource.ClientResources;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's share in the memory that all nodes have in Redis: pins, issuers, cool-downs, records,
 * limits.
 *
 * <p>It opens whether Redis is there or not, never blocks, and survives outages without help: while
 * Redis is away every call fails at once, and pin writes are kept and replayed.
 */
public final class RedisStore implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RedisStore.class);

  /** The pause between two tries of the first read. */
  private static final Duration READ_AGAIN = Duration.ofMillis(20);

  /** A session that there is not: no digest is made of zeros. */
  private static final SessionKey NOBODY = new SessionKey("0".repeat(64));

  private final RedisConnection connection;
  private final ClientResources resources;
  private final GuardedPinStore<RedisPinStore> pins;
  private final RedisHealthBoard health;
  private final RedisSessionRecord record;
  private final RedisLimitStore limits;
  private final MissedCalls missedSettlements;
  private final RedisNodeReports reports;
  private final Later later;
  private volatile boolean closed;

  private RedisStore(
      RedisConnection connection,
      Later later,
      ClientResources resources,
      GuardedPinStore<RedisPinStore> pins,
      RedisHealthBoard health,
      RedisSessionRecord record,
      RedisLimitStore limits,
      MissedCalls missedSettlements,
      RedisNodeReports reports) {
    this.connection = connection;
    this.later = later;
    this.resources = resources;
    this.pins = pins;
    this.health = health;
    this.record = record;
    this.limits = limits;
    this.missedSettlements = missedSettlements;
    this.reports = reports;
  }

  /**
   * Opens the store; the connection is made in the background.
   *
   * <p>The first call loads Lettuce's classes, which takes long enough to stall an event loop: call
   * it from a thread that may block.
   *
   * @param loops the event loops that Lettuce runs on, or one of them; they stay the caller's.
   *     Their transport must be the one that Lettuce finds: epoll where its native library is
   *     present, else NIO (steered by the system property {@code io.lettuce.core.epoll})
   * @param clock the time, for the state and for the lifetimes of writes that Redis missed
   */
  public static RedisStore open(RedisSettings settings, EventLoopGroup loops, InstantSource clock) {
    ClientResources resources =
        LettuceOptions.resources(loops, new LoopTimer(loops, settings.timeout()));
    Later later = new LoopLater(loops);
    RedisConnection connection =
        new RedisConnection(
            RedisTopology.of(settings, resources),
            later,
            RandomGenerator.getDefault(),
            System::nanoTime);
    PinKeys keys = new PinKeys(settings.keyPrefix());
    Breaker breaker = new Breaker(() -> connection.call(redis -> redis.ping()), later, clock);
    RedisPinStore store = new RedisPinStore(connection, keys, settings.maxModels());
    MissedCalls missedSettlements = new MissedCalls(breaker, later);
    RedisLimitStore limits =
        new RedisLimitStore(
            connection,
            breaker,
            new LimitKeys(settings.keyPrefix()),
            clock,
            () -> ThreadLocalRandom.current().nextLong(),
            missedSettlements);
    connection.opened().thenRun(() -> sendScripts(store, limits));
    breaker.onClose(() -> sendScripts(store, limits));
    GuardedPinStore<RedisPinStore> pins =
        new GuardedPinStore<>(
            store,
            breaker,
            new MissedWrites(clock, MissedWrites.DEFAULT_LIMIT),
            new WriteRefusals(clock),
            later);
    RedisHealthBoard health = new RedisHealthBoard(connection, breaker, keys, later, clock);
    RedisSessionRecord record =
        new RedisSessionRecord(connection, breaker, keys, later, settings.retention());
    RedisNodeReports reports = new RedisNodeReports(connection, breaker, keys, later);
    return new RedisStore(
        connection, later, resources, pins, health, record, limits, missedSettlements, reports);
  }

  /** Completes when Redis has been reached for the first time; nobody needs to wait for it. */
  public CompletionStage<Void> opened() {
    return connection.opened();
  }

  /**
   * Completes when Redis has answered a read for the first time. By then all that a read needs is
   * loaded, so the first request's read does not time out over it, and the scripts were sent.
   */
  public CompletionStage<Void> answered() {
    CompletableFuture<Void> answered = new CompletableFuture<>();
    connection.opened().thenRun(() -> readUntilAnswered(answered));
    return answered.minimalCompletionStage();
  }

  /** The pins. */
  public PinStore pins() {
    return pins;
  }

  /** Who issued which id. */
  public IssuerStore issuers() {
    return pins;
  }

  /** The cool-downs. */
  public HealthBoard health() {
    return health;
  }

  /** The record of sessions and the log of routing events. */
  public SessionRecord record() {
    return record;
  }

  /** The counters of limits and budgets. */
  public LimitStore limits() {
    return limits;
  }

  /** How many settlements of limits were given up because too many waited for Redis. */
  public long settlementsLost() {
    return missedSettlements.givenUp();
  }

  /** What nodes tell each other of themselves. */
  public NodeReports reports() {
    return reports;
  }

  /** How many writes to the record were given up. */
  public long recordWritesLost() {
    return record.lost();
  }

  /** How the store is now. */
  public StoreState state() {
    return pins.state();
  }

  /**
   * Sends at once what waits for the record; completes when Redis has answered or failed. For a
   * node that ends: what is not sent by then is lost.
   */
  public CompletionStage<Void> finish() {
    return record.finish();
  }

  /** Closes the connection, without waiting for it; the event loops stay open. */
  @Override
  public void close() {
    closed = true;
    health.close();
    reports.close();
    pins.close();
    Future<Boolean> unused = resources.shutdown(0, 1, TimeUnit.SECONDS);
  }

  private static void sendScripts(RedisPinStore store, RedisLimitStore limits) {
    store
        .loadScripts()
        .thenCombine(limits.loadScript(), (pins, uses) -> null)
        .whenComplete(
            (sent, failure) -> {
              if (failure != null) {
                log.debug("Redis: scripts were not sent ahead", failure);
              }
            });
  }

  private void readUntilAnswered(CompletableFuture<Void> answered) {
    pins.read(NOBODY, List.of("m"))
        .whenComplete(
            (states, failure) -> {
              if (failure == null) {
                answered.complete(null);
              } else if (!closed) {
                later.run(READ_AGAIN, () -> readUntilAnswered(answered));
              }
            });
  }
}
