package dev.mooring.affinity.kit;

import static dev.mooring.affinity.PinWrite.Result.DONE;
import static dev.mooring.affinity.PinWrite.Result.LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link PinStore} must pass: the rules of its writes, and of what it keeps, expires and
 * evicts. A subclass gives the store and lets time pass; only the tests that call {@link
 * #awaitExpiry()} or {@link #elapse} need that.
 */
public abstract class PinStoreContract extends PinWriteContract {
  private static final int RACERS = 64;

  @Test
  void withoutAPinThereIsNone() {
    assertThat(state()).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aPinWithoutACredentialComesBackWithoutOne() {
    Pin pin = pin(null);
    claim(pin);
    assertPinned(pin);
  }

  @Test
  void aPinComesBackWhateverItsNamesAreMadeOf() {
    Pin pin = new Pin("prov\n\0:|é😀", "us.anthropic.claude:0/\"x\"", "byok:\t{}", -1L);
    claim(pin);
    assertPinned(pin);
  }

  @Test
  void ofRacingClaimsOneWinsAndEverybodyReadsIt() throws Exception {
    List<PinStore> nodes = List.of(store(), otherNode(store()));
    List<Pin> pins = IntStream.range(0, RACERS).mapToObj(i -> pin("org-" + i)).toList();
    List<PinWrite.Result> results = new ArrayList<>();
    List<PinState> states = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(RACERS);
    try {
      CountDownLatch ready = new CountDownLatch(RACERS);
      List<Future<PinState>> reads = new ArrayList<>();
      List<CompletableFuture<PinWrite.Result>> writes = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        PinStore node = nodes.get(i % nodes.size());
        PinWrite claim = new PinWrite.Claim(session, MODEL, pins.get(i), LONG);
        CompletableFuture<PinWrite.Result> result = new CompletableFuture<>();
        writes.add(result);
        reads.add(
            threads.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  result.complete(get(node.write(claim)));
                  return get(node.read(session, List.of(MODEL))).get(0);
                }));
      }
      for (int i = 0; i < RACERS; i++) {
        states.add(reads.get(i).get(30, TimeUnit.SECONDS));
        results.add(get(writes.get(i)));
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(results).containsOnlyOnce(DONE);
    Pin winner = pins.get(results.indexOf(DONE));
    assertThat(states).containsOnly(new PinState.Pinned(winner));
  }

  @Test
  void anExpiredPinIsSaidToBe() {
    write(new PinWrite.Claim(session, MODEL, pin("org-a"), shortLife()));
    awaitExpiry();
    assertThat(state()).isEqualTo(PinState.EXPIRED);
  }

  @Test
  void anExpiredPinIsRememberedFor24Hours() {
    write(new PinWrite.Claim(session, MODEL, pin("org-a"), LONG));
    assumeTrue(elapse(LONG.plusHours(24).minusSeconds(1)), "the store's clock is its own");
    assertThat(state()).isEqualTo(PinState.EXPIRED);
    elapse(Duration.ofSeconds(1));
    assertThat(state()).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aPinIsInForceToTheEndOfItsLifetime() {
    Pin pin = pin("org-a");
    write(new PinWrite.Claim(session, MODEL, pin, LONG));
    assumeTrue(elapse(LONG.minusMillis(1)), "the store's clock is its own");
    assertPinned(pin);
    elapse(Duration.ofMillis(1));
    assertThat(state()).isEqualTo(PinState.EXPIRED);
  }

  @Test
  void theNinthModelEvictsTheLeastRecentlyRenewed() {
    for (int i = 0; i < MAX_MODELS; i++) {
      write(new PinWrite.Claim(session, "model-" + i, pin("org-" + i), LONG));
    }
    Pin renewed = pin("org-0");
    write(new PinWrite.Renew(session, "model-0", renewed, LONG, false));
    Pin ninth = pin("org-8");
    assertThat(write(new PinWrite.Claim(session, "model-8", ninth, LONG))).isEqualTo(DONE);
    assertThat(state(session, "model-1")).isEqualTo(PinState.ABSENT);
    assertThat(state(session, "model-0")).isEqualTo(new PinState.Pinned(renewed));
    assertThat(state(session, "model-8")).isEqualTo(new PinState.Pinned(ninth));
    for (int i = 2; i < MAX_MODELS; i++) {
      assertThat(state(session, "model-" + i)).isInstanceOf(PinState.Pinned.class);
    }
  }

  @Test
  void anEvictedPinIsNotRenewed() {
    for (int i = 0; i <= MAX_MODELS; i++) {
      write(new PinWrite.Claim(session, "model-" + i, pin("org-" + i), LONG));
    }
    assertThat(write(new PinWrite.Renew(session, "model-0", pin("org-0"), LONG, false)))
        .isEqualTo(LOST);
    assertThat(state(session, "model-0")).isEqualTo(PinState.ABSENT);
  }

  @Test
  void anEvictedPinIsNotRememberedAsExpired() {
    write(new PinWrite.Claim(session, "model-0", pin("org-0"), shortLife()));
    for (int i = 1; i <= MAX_MODELS; i++) {
      write(new PinWrite.Claim(session, "model-" + i, pin("org-" + i), LONG));
    }
    awaitExpiry();
    assertThat(state(session, "model-0")).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aSessionOfOneModelKeepsOnlyTheLast() {
    try (PinStore single = newStore(1)) {
      Pin second = pin("org-b");
      get(single.write(new PinWrite.Claim(session, "model-0", pin("org-a"), LONG)));
      get(single.write(new PinWrite.Claim(session, "model-1", second, LONG)));
      assertThat(get(single.read(session, List.of("model-0", "model-1"))))
          .containsExactly(PinState.ABSENT, new PinState.Pinned(second));
    }
  }

  @Test
  void theModelsOfASessionAreIndependent() {
    Pin one = pin("org-a");
    Pin two = pin("org-b");
    write(new PinWrite.Claim(session, "model-1", one, LONG));
    assertThat(write(new PinWrite.Claim(session, "model-2", two, LONG))).isEqualTo(DONE);
    write(new PinWrite.Remove(session, "model-1", one.version()));
    assertThat(state(session, "model-1")).isEqualTo(PinState.ABSENT);
    assertThat(state(session, "model-2")).isEqualTo(new PinState.Pinned(two));
  }

  @Test
  void sessionsAreIndependent() {
    SessionKey other = randomSession();
    Pin one = pin("org-a");
    Pin two = pin("org-b");
    claim(one);
    assertThat(write(new PinWrite.Claim(other, MODEL, two, LONG))).isEqualTo(DONE);
    assertPinned(one);
    assertThat(state(other, MODEL)).isEqualTo(new PinState.Pinned(two));
  }

  @Test
  void severalModelsAreAnsweredInTheOrderAsked() {
    Pin one = pin("org-a");
    Pin two = pin("org-b");
    write(new PinWrite.Claim(session, "model-1", one, LONG));
    write(new PinWrite.Claim(session, "model-2", two, LONG));
    assertThat(get(store().read(session, List.of("model-2", "model-0", "model-1"))))
        .containsExactly(new PinState.Pinned(two), PinState.ABSENT, new PinState.Pinned(one));
    assertThat(get(store().read(session, List.of()))).isEmpty();
  }

  @Test
  void aTurnsWritesTakeEffectInTheOrderInWhichTheyWereIssued() {
    for (int i = 0; i < 50; i++) {
      Pin claimed = pin("org-a");
      Pin moved = pin("org-b");
      String model = "model-" + i % 4;
      var claim = store().write(new PinWrite.Claim(session, model, claimed, LONG));
      var move = store().write(new PinWrite.Move(session, model, claimed.version(), moved, LONG));
      var remove = store().write(new PinWrite.Remove(session, model, moved.version()));
      assertThat(List.of(get(claim), get(move), get(remove))).containsOnly(DONE);
      assertThat(state(session, model)).isEqualTo(PinState.ABSENT);
    }
  }

  @Test
  void anotherNodeSeesWhatWasWritten() {
    Pin pin = pin("org-a");
    claim(pin);
    assertThat(get(otherNode(store()).read(session, List.of(MODEL))))
        .containsExactly(new PinState.Pinned(pin));
  }
}
