package dev.mooring.store.redis;

import dev.mooring.store.redis.RedisTopology.Live;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to Redis that never gives up: it opens in the background, whether Redis is there or
 * not, comes back by itself, and refuses calls at once while there is none.
 *
 * <p>Lettuce brings back a connection that broke. Opened anew from scratch is one that has left
 * every call unanswered for {@link LettuceOptions#SILENCE} (a partition: TCP's own retries may lie
 * a minute apart) and one that leads to a replica after a fail-over. The latter answers reads until
 * the new one is there.
 */
final class RedisConnection implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RedisConnection.class);
  private static final Duration FIRST_RETRY = Duration.ofMillis(50);
  private static final int LONGEST_RETRY_SHIFT = 3;

  /** How old a connection to a replica must be to be replaced: the next may lead to one again. */
  private static final Duration REPLACED_EVERY = Duration.ofSeconds(1);

  private final RedisTopology topology;
  private final Later later;
  private final RandomGenerator random;
  private final LongSupplier nanoTime;
  private final CompletableFuture<Void> opened = new CompletableFuture<>();
  private final AtomicReference<@Nullable Live> live = new AtomicReference<>();
  private final AtomicLong silentSince = new AtomicLong();
  private final AtomicLong liveSince = new AtomicLong();
  private final AtomicBoolean replacing = new AtomicBoolean();
  private volatile boolean closed;

  RedisConnection(
      RedisTopology topology, Later later, RandomGenerator random, LongSupplier nanoTime) {
    this.topology = topology;
    this.later = later;
    this.random = random;
    this.nanoTime = nanoTime;
    connect(0);
  }

  /** Completes when Redis has been reached for the first time. */
  CompletionStage<Void> opened() {
    return opened.minimalCompletionStage();
  }

  /** Whether the deployment is a Redis Cluster, where keys of one command must share a slot. */
  boolean cluster() {
    return topology instanceof RedisTopology.Cluster;
  }

  /** Sends a command; fails at once when there is no connection, and after the timeout. */
  <T> CompletionStage<T> call(
      Function<RedisClusterAsyncCommands<String, String>, ? extends CompletionStage<T>> command) {
    CompletableFuture<T> answered = new CompletableFuture<>();
    call(
        command,
        (answer, failure) -> {
          if (failure == null) {
            answered.complete(answer);
          } else {
            answered.completeExceptionally(failure);
          }
        });
    return answered;
  }

  /** The same for one listener, which hears of the answer or of the failure. */
  <T> void call(
      Function<RedisClusterAsyncCommands<String, String>, ? extends CompletionStage<T>> command,
      BiConsumer<@Nullable T, @Nullable Throwable> listener) {
    Live current = live.get();
    if (current == null) {
      listener.accept(null, new StoreUnavailableException("Redis: not connected"));
      return;
    }
    CompletionStage<T> answer;
    try {
      answer = command.apply(current.commands());
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    answer.whenComplete(
        (value, failure) -> {
          watch(current, failure);
          listener.accept(value, failure);
        });
  }

  @Override
  public void close() {
    closed = true;
    live.set(null);
    topology
        .shutdown()
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.debug("Redis: closing failed", failure);
              }
            });
  }

  private void connect(int attempt) {
    if (closed) {
      return;
    }
    CompletionStage<Live> opening;
    try {
      opening = topology.connect();
    } catch (RuntimeException e) {
      opening = CompletableFuture.failedFuture(e);
    }
    opening.whenComplete((next, failure) -> settle(next, failure, attempt));
  }

  private void settle(@Nullable Live next, @Nullable Throwable failure, int attempt) {
    if (next == null) {
      if (attempt == 0) {
        log.warn("Redis: cannot connect, trying on: {}", String.valueOf(failure));
      }
      long longest = FIRST_RETRY.toMillis() << Math.min(attempt, LONGEST_RETRY_SHIFT);
      long delay = longest / 2 + random.nextLong(longest / 2 + 1);
      later.run(Duration.ofMillis(delay), () -> connect(attempt + 1));
      return;
    }
    if (closed) {
      discard(next);
      return;
    }
    silentSince.set(0);
    liveSince.set(nanoTime.getAsLong());
    Live before = live.getAndSet(next);
    replacing.set(false);
    opened.complete(null);
    if (before == null) {
      log.info("Redis: connected");
    } else {
      later.run(LettuceOptions.SILENCE, () -> discard(before));
    }
  }

  private void watch(Live used, @Nullable Throwable failure) {
    if (failure == null) {
      silentSince.setPlain(0);
      return;
    }
    Throwable cause = Refusal.cause(failure);
    if (Refusal.byReplica(cause)) {
      replace(used);
    } else if (cause instanceof RedisCommandTimeoutException) {
      long now = nanoTime.getAsLong();
      if (!silentSince.compareAndSet(0, now)
          && now - silentSince.get() > LettuceOptions.SILENCE.toNanos()) {
        reopen(used);
      }
    }
  }

  private void replace(Live used) {
    boolean due = nanoTime.getAsLong() - liveSince.get() > REPLACED_EVERY.toNanos();
    if (due && used.equals(live.get()) && replacing.compareAndSet(false, true)) {
      log.debug("Redis: the connection leads to a replica, another is opened");
      connect(0);
    }
  }

  private void reopen(Live used) {
    if (live.compareAndSet(used, null)) {
      log.warn("Redis: the connection is opened anew: it is silent");
      discard(used);
      connect(0);
    }
  }

  private static void discard(Live used) {
    CompletionStage<Void> closing = used.connection().closeAsync();
    closing.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            log.debug("Redis: closing a connection failed", failure);
          }
        });
  }
}
