package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of writes that the store misses. */
class GuardedPinStoreTest {
  private static final Duration FIVE = Duration.ofMinutes(5);
  private static final Duration FOUR = Duration.ofMinutes(4);

  private final FakeLater time = new FakeLater();
  private final Recorder store = new Recorder();
  private final Breaker breaker = new Breaker(() -> store.answer("PONG"), time, time);
  private final GuardedPinStore<Recorder> guarded =
      new GuardedPinStore<>(
          store, breaker, new MissedWrites(time, 100), new WriteRefusals(time), time);
  private final SessionKey session = session();
  private final Pin a = pin("a", "1");
  private final Pin b = pin("b", "1");

  @Test
  void aSingleMissedWriteIsTriedAgainSoon() {
    store.up = false;
    assertMissed(claim(a, FIVE));
    store.up = true;
    time.pass(GuardedPinStore.AGAIN);
    assertThat(store.written).containsExactly(claim(a, FIVE.minus(GuardedPinStore.AGAIN)));
    assertThat(guarded.state()).isEqualTo(state(0, 1));
  }

  @Test
  void aLaterWriteOfThePinNeverOvertakesOneThatWaits() {
    store.up = false;
    assertMissed(claim(a, FIVE));
    store.up = true;
    PinWrite remove = new PinWrite.Remove(session, MODEL, 42);
    assertMissed(remove);
    PinWrite elsewhere = new PinWrite.Remove(session(), MODEL, 1);
    assertThat(guarded.write(elsewhere).toCompletableFuture()).isCompleted();
    time.pass(GuardedPinStore.AGAIN);
    assertThat(store.written)
        .containsExactly(elsewhere, claim(a, FIVE.minus(GuardedPinStore.AGAIN)), remove);
  }

  @Test
  void duringAnOutageWritesWaitAndArriveWithTheLifetimeLeftWhenItEnds() {
    store.up = false;
    for (int i = 0; i < Breaker.FAILURES; i++) {
      assertThat(guarded.read(session, List.of(MODEL)).toCompletableFuture())
          .isCompletedExceptionally();
    }
    assertMissed(claim(a, FIVE));
    time.pass(Duration.ofMinutes(1));
    assertThat(guarded.state().healthy()).isFalse();
    assertThat(guarded.state().waiting()).isEqualTo(1);
    store.up = true;
    time.pass(Breaker.PROBE_EVERY);
    assertThat(store.written).hasSize(1);
    PinWrite.Claim arrived = (PinWrite.Claim) store.written.get(0);
    assertThat(arrived.pin()).isEqualTo(a);
    assertThat(arrived.lifetime()).isBetween(FOUR.minusSeconds(1), FOUR);
    assertThat(guarded.state()).isEqualTo(state(0, 1));
  }

  @Test
  void aReplayThatFailsIsRepeatedAndKeepsTheOrder() {
    store.up = false;
    PinWrite.Renew renew = new PinWrite.Renew(session, MODEL, a, FIVE, false);
    assertMissed(renew);
    assertMissed(new PinWrite.Move(session, MODEL, a.version(), b, FIVE));
    time.pass(GuardedPinStore.AGAIN);
    assertThat(guarded.state().waiting()).isEqualTo(2);
    store.up = true;
    time.pass(GuardedPinStore.AGAIN);
    assertThat(store.written).hasSize(2);
    assertThat(store.written.get(0)).isInstanceOf(PinWrite.Renew.class);
    assertThat(store.written.get(1)).isInstanceOf(PinWrite.Move.class);
  }

  @Test
  void whileRedisRefusesWritesReadsGoOnAndItIsAskedLessAndLessOften() {
    store.refusing = true;
    assertMissed(claim(a, FIVE));
    time.pass(Duration.ofSeconds(20));
    assertThat(guarded.read(session, List.of(MODEL)).toCompletableFuture()).isCompleted();
    assertThat(guarded.state().healthy()).isTrue();
    assertThat(guarded.state().refusedSince()).isPresent();
    assertThat(store.refused).isBetween(40, 60);
    store.refusing = false;
    time.pass(GuardedPinStore.AGAIN.multipliedBy(4));
    assertThat(store.written).hasSize(1);
    assertThat(guarded.state()).isEqualTo(state(0, 1));
  }

  @Test
  void fewRefusalsInARowAreNoStateOfTheStore() {
    store.refusing = true;
    for (int i = 1; i < Breaker.FAILURES; i++) {
      assertMissed(new PinWrite.Claim(session(), MODEL, a, FIVE));
    }
    assertThat(guarded.state().refusedSince()).isEmpty();
    assertMissed(claim(a, FIVE));
    assertThat(guarded.state().refusedSince()).contains(time.instant());
  }

  private void assertMissed(PinWrite write) {
    assertThat(guarded.write(write).toCompletableFuture()).isCompletedExceptionally();
  }

  private PinWrite claim(Pin pin, Duration lifetime) {
    return new PinWrite.Claim(session, MODEL, pin, lifetime);
  }

  private static StoreState state(int waiting, long replayed) {
    return new StoreState(true, Optional.empty(), Optional.empty(), waiting, 0, 0, replayed);
  }

  /** A store that is up or not, and records what it was given. */
  private static final class Recorder implements PinStore, IssuerStore {
    private final List<PinWrite> written = new ArrayList<>();
    private boolean up = true;
    private boolean refusing;
    private int refused;

    <T> CompletionStage<T> answer(T value) {
      return up
          ? CompletableFuture.completedStage(value)
          : CompletableFuture.failedStage(new IllegalStateException("down"));
    }

    @Override
    public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
      return answer(List.of(PinState.ABSENT));
    }

    @Override
    public CompletionStage<PinWrite.Result> write(PinWrite write) {
      if (refusing) {
        refused++;
        return CompletableFuture.failedStage(new RedisCommandExecutionException("OOM"));
      }
      if (up) {
        written.add(write);
      }
      return answer(PinWrite.Result.DONE);
    }

    @Override
    public CompletionStage<@Nullable Issuer> issuer(List<String> idHashes) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> remember(List<String> idHashes, Issuer issuer) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public void close() {
      up = false;
    }
  }
}
