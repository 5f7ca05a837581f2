package dev.mooring.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.kit.IssuerStoreContract;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryIssuerStoreTest extends IssuerStoreContract {
  private static final long PLENTY = 1L << 40;
  private static final IssuerStore.Issuer ISSUER = new IssuerStore.Issuer("openai", "a", "a");

  private final TestClock clock = new TestClock();

  @Override
  protected IssuerStore newIssuerStore() {
    return new MemoryPinStore(clock, 8, PLENTY, PLENTY);
  }

  @Override
  protected boolean elapse(Duration duration) {
    clock.advance(duration);
    return true;
  }

  @Test
  void thereAreNeverMoreIssuersThanAllowedAndTheOldestGoFirst() {
    MemoryPinStore store = new MemoryPinStore(clock, 8, 20, PLENTY);
    store.remember(hashes(0, 25), ISSUER);
    assertThat(store.issuers()).isEqualTo(10);
    for (int i = 0; i < 25; i++) {
      boolean known = store.issuer(hashes(i, i + 1)).toCompletableFuture().join() != null;
      assertThat(known).as("id %s", i).isEqualTo(i >= 15);
    }
  }

  @Test
  void theIssuersNeverTakeMoreMemoryThanAllowed() {
    MemoryPinStore store = new MemoryPinStore(clock, 8, PLENTY, 20_000);
    for (int i = 0; i < 100; i++) {
      store.remember(hashes(i, i + 1), ISSUER);
      assertThat(store.issuerBytes()).isBetween(1L, 10_000L);
    }
    assertThat(store.issuers()).isBetween(5L, 30L);
  }

  @Test
  void pinsAndIssuersTogetherStayWithinTheBounds() {
    MemoryPinStore store = new MemoryPinStore(clock, 8, 100, PLENTY);
    store.remember(hashes(0, 200), ISSUER);
    for (int i = 0; i < 200; i++) {
      SessionKey session = new SessionKey(hashes(i, i + 1).get(0));
      Pin pin = new Pin("openai", "m", "a", i);
      store.write(new PinWrite.Claim(session, "m", pin, Duration.ofMinutes(5)));
    }
    assertThat(store.pins()).isEqualTo(50);
    assertThat(store.issuers()).isEqualTo(50);
  }

  @Test
  void forgottenIssuersGoWithLaterWrites() {
    MemoryPinStore store = new MemoryPinStore(clock, 8, PLENTY, PLENTY);
    store.remember(hashes(0, 20), ISSUER);
    clock.advance(IssuerStore.LIFETIME);
    store.remember(hashes(20, 30), ISSUER);
    assertThat(store.issuers()).isEqualTo(10);
  }

  @Test
  void pinsAndIssuersAreCountedApart() {
    MemoryPinStore store = new MemoryPinStore(clock, 8, PLENTY, PLENTY);
    store.remember(hashes(0, 3), ISSUER);
    assertThat(store.pins()).isZero();
    assertThat(store.pinBytes()).isZero();
  }

  private static List<String> hashes(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> String.format("%064x", i)).toList();
  }
}
