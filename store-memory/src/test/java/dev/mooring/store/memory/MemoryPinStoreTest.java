package dev.mooring.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.kit.PinStoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MemoryPinStoreTest extends PinStoreContract {
  private static final Duration LIFE = Duration.ofMinutes(5);
  private static final long PLENTY = 1L << 40;

  private final TestClock clock = new TestClock();

  @Override
  protected PinStore newStore(int maxModels) {
    return new MemoryPinStore(clock, maxModels, PLENTY, PLENTY);
  }

  @Override
  protected Duration shortLife() {
    return Duration.ofSeconds(1);
  }

  @Override
  protected void awaitExpiry() {
    clock.advance(shortLife());
  }

  @Override
  protected boolean elapse(Duration duration) {
    clock.advance(duration);
    return true;
  }

  @Test
  void thereAreNeverMorePinsThanAllowedAndTheOldestGoFirst() {
    MemoryPinStore bounded = new MemoryPinStore(clock, 8, 200, PLENTY);
    List<SessionKey> sessions = sessions(250);
    for (SessionKey key : sessions) {
      claim(bounded, key, MODEL);
      assertThat(bounded.pins()).isLessThanOrEqualTo(100);
    }
    assertThat(bounded.pins()).isEqualTo(100);
    for (int i = 0; i < sessions.size(); i++) {
      PinState state = state(bounded, sessions.get(i), MODEL);
      assertThat(state instanceof PinState.Pinned).as("session %s", i).isEqualTo(i >= 150);
    }
  }

  @Test
  void aRenewedPinOutlivesOnesThatWereWrittenBeforeTheRenewal() {
    MemoryPinStore bounded = new MemoryPinStore(clock, 8, 6, PLENTY);
    List<SessionKey> sessions = sessions(4);
    sessions.subList(0, 3).forEach(key -> claim(bounded, key, MODEL));
    get(bounded.write(new PinWrite.Renew(sessions.get(0), MODEL, pin("org-a"), LIFE, false)));
    claim(bounded, sessions.get(3), MODEL);
    assertThat(sessions.stream().map(key -> state(bounded, key, MODEL) instanceof PinState.Pinned))
        .containsExactly(true, false, true, true);
  }

  @Test
  void thePinsNeverTakeMoreMemoryThanAllowed() {
    MemoryPinStore bounded = new MemoryPinStore(clock, 8, PLENTY, 40_000);
    List<SessionKey> sessions = sessions(200);
    for (int i = 0; i < sessions.size(); i++) {
      claim(bounded, sessions.get(i), "m".repeat(1 + i));
      assertThat(bounded.pinBytes()).isBetween(1L, 20_000L);
    }
    assertThat(bounded.pins()).isBetween(10L, 40L);
    assertThat(state(bounded, sessions.get(199), "m".repeat(200)))
        .isInstanceOf(PinState.Pinned.class);
    assertThat(state(bounded, sessions.get(0), "m")).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aPinThatIsLargerThanTheStoreIsNotKept() {
    MemoryPinStore bounded = new MemoryPinStore(clock, 8, PLENTY, 5_000);
    SessionKey key = randomSession();
    claim(bounded, key, "m".repeat(5_000));
    assertThat(bounded.pins()).isZero();
    assertThat(bounded.pinBytes()).isZero();
  }

  @Test
  void expiredPinsCountUntilTheyAreForgotten() {
    MemoryPinStore bounded = new MemoryPinStore(clock, 8, 1_000, PLENTY);
    sessions(50).forEach(key -> claim(bounded, key, MODEL));
    clock.advance(LIFE);
    claim(bounded, randomSession(), MODEL);
    assertThat(bounded.pins()).isEqualTo(51);
    clock.advance(Duration.ofHours(24));
    for (int i = 0; i < 20; i++) {
      claim(bounded, randomSession(), MODEL);
    }
    assertThat(bounded.pins()).isEqualTo(21);
  }

  @Test
  void anExpiredPinTakesNoPlaceAmongASessionsModels() {
    MemoryPinStore store = new MemoryPinStore(clock, 2, PLENTY, PLENTY);
    SessionKey key = randomSession();
    get(store.write(new PinWrite.Claim(key, "long", pin("org-a"), Duration.ofHours(1))));
    claim(store, key, "short");
    clock.advance(LIFE);
    claim(store, key, "third");
    assertThat(state(store, key, "long")).isInstanceOf(PinState.Pinned.class);
    assertThat(state(store, key, "short")).isEqualTo(PinState.EXPIRED);
    assertThat(state(store, key, "third")).isInstanceOf(PinState.Pinned.class);
  }

  @Test
  void removedPinsTakeNoMemory() {
    MemoryPinStore store = new MemoryPinStore(clock, 8, PLENTY, PLENTY);
    SessionKey key = randomSession();
    Pin pin = pin("org-a");
    get(store.write(new PinWrite.Claim(key, MODEL, pin, LIFE)));
    get(store.write(new PinWrite.Remove(key, MODEL, pin.version())));
    assertThat(store.pins()).isZero();
    assertThat(store.pinBytes()).isZero();
  }

  @Test
  void manyThreadsKeepTheBoundsAndTheBooks() throws Exception {
    MemoryPinStore bounded = new MemoryPinStore(clock, 3, 80, PLENTY);
    List<SessionKey> sessions = sessions(60);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < 8; worker++) {
        Random random = new Random(worker);
        workers.add(threads.submit(() -> turns(bounded, sessions, random)));
      }
      for (Future<?> worker : workers) {
        worker.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(bounded.pins()).isLessThanOrEqualTo(40);
    List<String> models = List.of("m0", "m1", "m2", "m3", "m4");
    List<Long> held = new ArrayList<>();
    for (SessionKey key : sessions) {
      List<PinState> states = get(bounded.read(key, models));
      long pinned = states.stream().filter(PinState.Pinned.class::isInstance).count();
      assertThat(pinned).isLessThanOrEqualTo(3);
      held.add(pinned);
    }
    assertThat(held.stream().mapToLong(Long::longValue).sum()).isEqualTo(bounded.pins());
  }

  /** Turns of sessions at random: each reads, then claims, renews, moves or removes. */
  private static void turns(MemoryPinStore store, List<SessionKey> sessions, Random random) {
    for (int i = 0; i < 5_000; i++) {
      SessionKey key = sessions.get(random.nextInt(sessions.size()));
      String model = "m" + random.nextInt(5);
      PinState state = state(store, key, model);
      Pin pin = pin("org-" + random.nextInt(2));
      PinWrite write =
          state instanceof PinState.Pinned pinned
              ? random.nextInt(4) == 0
                  ? new PinWrite.Remove(key, model, pinned.pin().version())
                  : new PinWrite.Move(key, model, pinned.pin().version(), pin, LIFE)
              : new PinWrite.Claim(key, model, pin, LIFE);
      get(store.write(write));
    }
  }

  @Test
  void boundsLeaveRoomForBothHalves() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MemoryPinStore(clock, 0, 2, 2))
        .withMessage("maxModels: 0 (expected: positive)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MemoryPinStore(clock, 1, 1, 2))
        .withMessage("maxEntries: 1 (expected: at least 2)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MemoryPinStore(clock, 1, 2, -1))
        .withMessage("maxBytes: -1 (expected: at least 2)");
  }

  private static List<SessionKey> sessions(int count) {
    return Stream.generate(PinStoreContract::randomSession).limit(count).toList();
  }

  private static void claim(MemoryPinStore store, SessionKey key, String model) {
    get(store.write(new PinWrite.Claim(key, model, pin("org-a"), LIFE)));
  }

  private static PinState state(MemoryPinStore store, SessionKey key, String model) {
    return get(store.read(key, List.of(model))).get(0);
  }
}
