package dev.mooring.store.redis;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store behind a {@link Breaker}, which keeps the pin writes that the store missed and gives it
 * them, as the compare-operations they were, when it answers again.
 *
 * <p>A write that is kept still fails for its caller: nobody waits for an outage to end. A write to
 * a pin of which others wait lines up behind them.
 *
 * @param <S> the store that is guarded
 */
final class GuardedPinStore<S extends PinStore & IssuerStore> implements PinStore, IssuerStore {
  /** The pins that are replayed side by side. */
  private static final int BATCH = 64;

  /** The pause before missed writes are tried again. */
  static final Duration AGAIN = Duration.ofMillis(100);

  /** How often that pause is doubled while Redis takes none of them. */
  private static final int LONGEST_PAUSE_SHIFT = 2;

  private final S store;
  private final Breaker breaker;
  private final MissedWrites missed;
  private final WriteRefusals refusals;
  private final Later later;
  private final AtomicInteger failedBatches = new AtomicInteger();
  private final AtomicBoolean replaying = new AtomicBoolean();
  private final AtomicLong replayed = new AtomicLong();

  GuardedPinStore(
      S store, Breaker breaker, MissedWrites missed, WriteRefusals refusals, Later later) {
    this.store = store;
    this.breaker = breaker;
    this.missed = missed;
    this.refusals = refusals;
    this.later = later;
    breaker.onClose(this::replay);
  }

  @Override
  public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
    return breaker.run(() -> store.read(session, models));
  }

  @Override
  public CompletionStage<PinWrite.Result> write(PinWrite write) {
    return write(write, () -> store.write(write));
  }

  @Override
  public CompletionStage<PinWrite.Result> writeWithTurn(PinWrite write) {
    return write(write, () -> store.writeWithTurn(write));
  }

  private CompletionStage<PinWrite.Result> write(
      PinWrite write, Supplier<CompletionStage<PinWrite.Result>> call) {
    if (missed.holds(write.session(), write.model())) {
      keep(write);
      return CompletableFuture.failedStage(
          new StoreUnavailableException("Redis: earlier writes of this pin wait"));
    }
    return breaker.run(call, failure -> ended(write, failure));
  }

  @Override
  public CompletionStage<@Nullable Issuer> issuer(List<String> idHashes) {
    return breaker.run(() -> store.issuer(idHashes));
  }

  @Override
  public CompletionStage<Void> remember(List<String> idHashes, Issuer issuer) {
    return breaker.run(() -> store.remember(idHashes, issuer));
  }

  @Override
  public void close() {
    store.close();
  }

  /** How the store is now. */
  StoreState state() {
    return new StoreState(
        !breaker.open(),
        breaker.openSince(),
        missed.size() == 0 ? Optional.empty() : refusals.since(),
        missed.size(),
        missed.dropped(),
        missed.lapsed(),
        replayed.get());
  }

  private void ended(PinWrite write, @Nullable Throwable failure) {
    refusals.count(failure);
    if (failure != null) {
      keep(write);
    }
  }

  private void keep(PinWrite write) {
    missed.add(write);
    replayLater();
  }

  /** Replays soon, unless the breaker is open (its closing does) or a replay is under way. */
  private void replayLater() {
    if (!breaker.open() && replaying.compareAndSet(false, true)) {
      int doubled = Math.min(Math.max(0, failedBatches.get() - 1), LONGEST_PAUSE_SHIFT);
      later.run(AGAIN.multipliedBy(1L << doubled), this::replayBatch);
    }
  }

  private void replay() {
    if (replaying.compareAndSet(false, true)) {
      replayBatch();
    }
  }

  private void replayBatch() {
    List<PinWrite> writes = missed.take(BATCH);
    if (writes.isEmpty()) {
      replaying.set(false);
      if (missed.size() > 0) {
        replayLater();
      }
      return;
    }
    AtomicInteger open = new AtomicInteger(writes.size());
    Set<Integer> failed = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < writes.size(); i++) {
      int number = i;
      PinWrite write = writes.get(i);
      breaker
          .run(() -> store.write(write), refusals::count)
          .whenComplete(
              (result, failure) -> {
                if (failure == null) {
                  replayed.incrementAndGet();
                } else {
                  failed.add(number);
                }
                if (open.decrementAndGet() == 0) {
                  batchDone(writes, failed);
                }
              });
    }
  }

  /** Puts back what failed, the last first, so that the order stays. */
  private void batchDone(List<PinWrite> writes, Set<Integer> failed) {
    if (failed.size() < writes.size()) {
      failedBatches.set(0);
    } else {
      failedBatches.incrementAndGet();
    }
    if (failed.isEmpty()) {
      replayBatch();
      return;
    }
    for (int i = writes.size() - 1; i >= 0; i--) {
      if (failed.contains(i)) {
        missed.putBack(writes.get(i));
      }
    }
    replaying.set(false);
    replayLater();
  }
}
