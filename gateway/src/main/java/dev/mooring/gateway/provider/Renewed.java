package dev.mooring.gateway.provider;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a credential stands for, for a time: a token or keys. It is fetched off the event loop, by
 * one fetch at a time, shared by all requests, and renewed before it expires while the old one
 * still serves. May be used from any thread.
 */
final class Renewed<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Renewed.class);

  /** So long before it expires a value is renewed, or at three quarters of a shorter life. */
  private static final Duration EARLY = Duration.ofMinutes(5);

  /** So long before it expires a value is used no more: the request has yet to arrive. */
  private static final Duration SAFETY = Duration.ofSeconds(10);

  /** The wait after a renewal that failed while the old value still serves. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final String name;
  private final Source<T> source;
  private final Executor executor;
  private final InstantSource clock;
  private volatile @Nullable Held<T> held;
  private @Nullable CompletableFuture<T> running;

  /** Where values come from. */
  interface Source<T> {
    /** Fetches one; may block. It fails with a {@link CredentialException}. */
    CompletionStage<Issued<T>> fetch();
  }

  /** A value and when it expires. */
  record Issued<T>(T value, Instant expires) {}

  /** A value that serves until a time, and is to be renewed from another. */
  private record Held<T>(T value, Instant until, Instant renewFrom) {}

  /**
   * @param name what the log calls it
   * @param executor where fetches may block
   */
  Renewed(String name, Source<T> source, Executor executor, InstantSource clock) {
    this.name = name;
    this.source = source;
    this.executor = executor;
    this.clock = clock;
  }

  /**
   * Hands the value to a consumer: at once where there is one, else when it has been fetched.
   *
   * @return null where it was handed over; else when it is, on the context of the caller
   */
  @Nullable Future<Void> use(Consumer<T> consumer) {
    T ready = ready();
    if (ready != null) {
      consumer.accept(ready);
      return null;
    }
    Context caller = Vertx.currentContext();
    CompletionStage<T> fetched = fetching();
    Future<T> value =
        caller == null
            ? Future.fromCompletionStage(fetched)
            : Future.fromCompletionStage(fetched, caller);
    return value.map(
        one -> {
          consumer.accept(one);
          return null;
        });
  }

  /** The value, where it has not expired. */
  private @Nullable T ready() {
    Held<T> now = held;
    if (now == null) {
      return null;
    }
    Instant time = clock.instant();
    if (!time.isBefore(now.renewFrom())) {
      CompletableFuture<T> unused = fetching();
    }
    return time.isBefore(now.until()) ? now.value() : null;
  }

  /** The fetch that is under way, begun where none was. */
  private synchronized CompletableFuture<T> fetching() {
    if (running != null) {
      return running;
    }
    CompletableFuture<T> begun = new CompletableFuture<>();
    running = begun;
    executor.execute(() -> fetch(begun));
    return begun;
  }

  private void fetch(CompletableFuture<T> begun) {
    CompletionStage<Issued<T>> fetched;
    try {
      fetched = source.fetch();
    } catch (RuntimeException | LinkageError e) { // a library may lack a class for this identity
      fetched = CompletableFuture.failedStage(e);
    }
    fetched
        .thenApply(this::hold)
        .whenComplete(
            (value, failure) -> {
              if (failure == null) {
                begun.complete(value);
              } else {
                failed(failure);
                begun.completeExceptionally(CredentialException.of(failure));
              }
            });
  }

  /** Keeps a value from here on, and gives it. */
  private synchronized T hold(Issued<T> issued) {
    Instant now = clock.instant();
    Duration early = Duration.between(now, issued.expires()).dividedBy(4);
    early = early.compareTo(EARLY) < 0 ? early : EARLY;
    held =
        new Held<>(issued.value(), issued.expires().minus(SAFETY), issued.expires().minus(early));
    running = null;
    return issued.value();
  }

  private synchronized void failed(Throwable failure) {
    LOG.warn("credential {} cannot be renewed: {}", name, CredentialException.cause(failure));
    Held<T> now = held;
    if (now != null) {
      held = new Held<>(now.value(), now.until(), clock.instant().plus(PAUSE));
    }
    running = null;
  }
}
