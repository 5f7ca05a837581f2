package dev.mooring.affinity.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the tests of a {@link PinStore} need of its implementation: the store, and a way to let time
 * pass.
 *
 * <p>Each test has a session of its own, so that the tests can share one database.
 */
abstract class PinStoreFixture {
  /** The model of the tests that need only one. */
  protected static final String MODEL = "anthropic/claude-sonnet-5";

  /** How many pins a session of the tests has at most. */
  protected static final int MAX_MODELS = 8;

  /** A lifetime that no test outlasts. */
  protected static final Duration LONG = Duration.ofMinutes(30);

  private static final AtomicLong VERSIONS = new AtomicLong(System.nanoTime() << 8);

  /** The session of this test. */
  protected final SessionKey session = randomSession();

  private @Nullable PinStore store;

  /**
   * Makes a store. It is closed after the test.
   *
   * @param maxModels how many pins a session has at most
   */
  protected abstract PinStore newStore(int maxModels);

  /** A lifetime that {@link #awaitExpiry()} outlasts and that no other step of a test reaches. */
  protected abstract Duration shortLife();

  /** Lets {@link #shortLife()} pass, and not half an hour. */
  protected abstract void awaitExpiry();

  /**
   * Lets any time pass.
   *
   * @return whether it did; false where the store's clock is not the test's, and the test is then
   *     skipped
   */
  protected boolean elapse(Duration duration) {
    return false;
  }

  /** The same pins as another node of the cluster sees them; the store itself where it is alone. */
  protected PinStore otherNode(PinStore first) {
    return first;
  }

  @BeforeEach
  void openStore() {
    store = newStore(MAX_MODELS);
  }

  @AfterEach
  void closeStore() {
    store().close();
  }

  /** A pin of this credential with a version that no other has. */
  protected static Pin pin(@Nullable String credential) {
    return new Pin("anthropic", "claude-sonnet-5", credential, nextVersion());
  }

  /** A session that no other test uses. */
  protected static SessionKey randomSession() {
    String uuid = UUID.randomUUID().toString().replace("-", "");
    return new SessionKey(uuid + uuid);
  }

  /** Waits for a store's answer. */
  protected static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  /** A version that no other write has. */
  protected static long nextVersion() {
    return VERSIONS.incrementAndGet();
  }

  /** The store under test. */
  protected PinStore store() {
    if (store == null) {
      throw new IllegalStateException("store: not open");
    }
    return store;
  }

  /** Carries out one write. */
  protected PinWrite.Result write(PinWrite write) {
    return get(store().write(write));
  }

  /** Claims {@link #MODEL} for a long time. */
  protected PinWrite.Result claim(Pin pin) {
    return write(new PinWrite.Claim(session, MODEL, pin, LONG));
  }

  /** Renews the pin of {@link #MODEL}. */
  protected PinWrite.Result renew(Pin pin, Duration lifetime, boolean mayShorten) {
    return write(new PinWrite.Renew(session, MODEL, pin, lifetime, mayShorten));
  }

  /** Moves the pin of {@link #MODEL} for a long time. */
  protected PinWrite.Result move(long expected, Pin pin) {
    return write(new PinWrite.Move(session, MODEL, expected, pin, LONG));
  }

  /** Removes the pin of {@link #MODEL}. */
  protected PinWrite.Result remove(long expected) {
    return write(new PinWrite.Remove(session, MODEL, expected));
  }

  /** What the store knows of {@link #MODEL}. */
  protected PinState state() {
    return state(session, MODEL);
  }

  /** What the store knows of a session's model. */
  protected PinState state(SessionKey key, String model) {
    return get(store().read(key, List.of(model))).get(0);
  }

  /** Asserts that this pin is in force for {@link #MODEL}. */
  protected void assertPinned(Pin pin) {
    assertThat(state()).isEqualTo(new PinState.Pinned(pin));
  }
}
