package dev.mooring.gateway.provider;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A value that ends, such as a token: fetched when it is first wanted, and again while there is
 * still time, so that nobody waits for the second. One fetch runs at a time, off the event loop;
 * all who wait share it. Safe for use by many event loops.
 *
 * @param <T> the value
 */
final class RenewedValue<T> {
  /** What is left of a value that counts as gone: a request takes its time to arrive. */
  private static final Duration GONE = Duration.ofSeconds(10);

  /** The part of a value's life after which the next one is fetched. */
  private static final double RENEWED_AFTER = 0.75;

  private final Callable<Dated<T>> fetch;
  private final InstantSource clock;
  private final AtomicReference<@Nullable CompletableFuture<T>> running = new AtomicReference<>();
  private volatile @Nullable Held<T> held;

  /**
   * @param fetch asks for a value, and may block; it fails with a {@link CredentialException}
   */
  RenewedValue(Callable<Dated<T>> fetch, InstantSource clock) {
    this.fetch = fetch;
    this.clock = clock;
  }

  /** A value, and when it ends. */
  record Dated<T>(T value, Instant end) {}

  /** The value where it is at hand; else null, and it has to be waited for. */
  @Nullable T atHand() {
    Held<T> known = held;
    if (known == null) {
      return null;
    }
    Instant now = clock.instant();
    if (!now.isBefore(known.end.minus(GONE))) {
      return null;
    }
    if (!now.isBefore(known.renewal)) {
      fetched();
    }
    return known.value;
  }

  /** The value as the next fetch gives it, on the caller's context. */
  Future<T> awaited() {
    Context context = Vertx.currentContext();
    CompletableFuture<T> fetched = fetched();
    return context == null
        ? Future.fromCompletionStage(fetched)
        : Future.fromCompletionStage(fetched, context);
  }

  /** Starts a fetch, or joins the one that runs. */
  private CompletableFuture<T> fetched() {
    CompletableFuture<T> mine = new CompletableFuture<>();
    CompletableFuture<T> other = running.compareAndExchange(null, mine);
    if (other != null) {
      return other;
    }
    Objects.requireNonNull(Vertx.currentContext(), "a context of Vert.x")
        .owner()
        .executeBlocking(fetch, false)
        .onComplete(
            result -> {
              if (result.succeeded()) {
                held = Held.of(result.result(), clock.instant());
              }
              running.set(null);
              if (result.succeeded()) {
                mine.complete(result.result().value());
              } else {
                mine.completeExceptionally(result.cause());
              }
            });
    return mine;
  }

  private record Held<T>(T value, Instant renewal, Instant end) {
    static <T> Held<T> of(Dated<T> dated, Instant now) {
      long life = Duration.between(now, dated.end()).toMillis();
      return new Held<>(dated.value(), now.plusMillis((long) (life * RENEWED_AFTER)), dated.end());
    }
  }
}
