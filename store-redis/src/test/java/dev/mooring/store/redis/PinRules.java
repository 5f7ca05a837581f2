package dev.mooring.store.redis;

import static dev.mooring.affinity.PinWrite.Result.DONE;
import static dev.mooring.affinity.PinWrite.Result.LOST;
import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.answer;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.read;
import static dev.mooring.store.redis.Samples.session;
import static dev.mooring.store.redis.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.IssuerStore.Issuer;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of pins and issuers that hold on every deployment of Redis. */
abstract class PinRules {
  static final Duration MINUTES = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(60);

  private final RedisServer server;
  private RedisStore store;
  private PinStore pins;

  PinRules(RedisServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() {
    store = server.store();
    pins = store.pins();
  }

  @Test
  void aClaimIsReadBackWithEveryField() {
    SessionKey session = session();
    Pin odd = new Pin("p\n%1", "m%0A 2", "", Long.MIN_VALUE);
    assertThat(write(pins, new PinWrite.Claim(session, MODEL, odd, MINUTES))).isEqualTo(DONE);
    Pin providerOnly = new Pin("openai", "gpt-5.5", null, -1);
    write(pins, new PinWrite.Claim(session, "openai/gpt 5.5", providerOnly, MINUTES));
    assertThat(answer(pins.read(session, List.of("openai/gpt 5.5", "none", MODEL))))
        .containsExactly(
            new PinState.Pinned(providerOnly), PinState.ABSENT, new PinState.Pinned(odd));
  }

  @Test
  void ofManyRacingClaimsOneWins() {
    SessionKey session = session();
    RedisStore other = server.store();
    List<CompletionStage<PinWrite.Result>> results = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      PinStore node = i % 2 == 0 ? pins : other.pins();
      results.add(node.write(new PinWrite.Claim(session, MODEL, pin("p" + i, "c"), MINUTES)));
    }
    assertThat(results.stream().map(Samples::answer)).containsOnlyOnce(DONE);
  }

  @Test
  void writesOfOneThreadTakeEffectInTheirOrder() {
    SessionKey session = session();
    Pin first = pin("a", "1");
    List<CompletionStage<PinWrite.Result>> results = new ArrayList<>();
    results.add(pins.write(new PinWrite.Claim(session, MODEL, first, MINUTES)));
    Pin held = first;
    for (int i = 0; i < 20; i++) {
      Pin next = pin("b" + i, "1");
      results.add(pins.write(new PinWrite.Move(session, MODEL, held.version(), next, MINUTES)));
      held = next;
    }
    assertThat(results.stream().map(Samples::answer)).containsOnly(DONE);
    assertThat(read(pins, session, MODEL)).isEqualTo(new PinState.Pinned(held));
  }

  @Test
  void aRenewalNeedsTheSameHolder() {
    SessionKey session = session();
    write(pins, new PinWrite.Claim(session, MODEL, pin("a", "1"), MINUTES));
    Pin renewed = pin("a", "1");
    assertThat(write(pins, new PinWrite.Renew(session, MODEL, pin("a", "2"), MINUTES, false)))
        .isEqualTo(LOST);
    assertThat(write(pins, new PinWrite.Renew(session, MODEL, renewed, MINUTES, false)))
        .isEqualTo(DONE);
    assertThat(read(pins, session, MODEL)).isEqualTo(new PinState.Pinned(renewed));
  }

  @Test
  void aLateWriterNeverUndoesAMove() {
    SessionKey session = session();
    Pin read = pin("a", "1");
    Pin moved = pin("b", "1");
    write(pins, new PinWrite.Claim(session, MODEL, read, MINUTES));
    write(pins, new PinWrite.Move(session, MODEL, read.version(), moved, MINUTES));
    assertThat(write(pins, new PinWrite.Claim(session, MODEL, pin("c", "1"), MINUTES)))
        .isEqualTo(LOST);
    assertThat(write(pins, new PinWrite.Renew(session, MODEL, pin("a", "1"), MINUTES, false)))
        .isEqualTo(LOST);
    assertThat(
            write(pins, new PinWrite.Move(session, MODEL, read.version(), pin("d", "1"), MINUTES)))
        .isEqualTo(LOST);
    assertThat(write(pins, new PinWrite.Remove(session, MODEL, read.version()))).isEqualTo(LOST);
    assertThat(read(pins, session, MODEL)).isEqualTo(new PinState.Pinned(moved));
  }

  @Test
  void aRepeatedWriteChangesNothing() {
    SessionKey session = session();
    Pin claimed = pin("a", "1");
    Pin moved = pin("b", "1");
    PinWrite claim = new PinWrite.Claim(session, MODEL, claimed, MINUTES);
    PinWrite move = new PinWrite.Move(session, MODEL, claimed.version(), moved, MINUTES);
    PinWrite remove = new PinWrite.Remove(session, MODEL, moved.version());
    for (PinWrite write : List.of(claim, claim, move, move, remove, remove)) {
      assertThat(write(pins, write)).isEqualTo(DONE);
    }
    assertThat(read(pins, session, MODEL)).isEqualTo(PinState.ABSENT);
  }

  @Test
  void anExpiredPinIsRememberedAndItsHolderMayRenewIt() {
    SessionKey session = session();
    write(pins, new PinWrite.Claim(session, MODEL, pin("a", "1"), SHORT));
    awaitExpired(session);
    assertThat(write(pins, new PinWrite.Renew(session, MODEL, pin("b", "1"), MINUTES, false)))
        .isEqualTo(LOST);
    Pin late = pin("a", "1");
    assertThat(write(pins, new PinWrite.Renew(session, MODEL, late, MINUTES, false)))
        .isEqualTo(DONE);
    assertThat(read(pins, session, MODEL)).isEqualTo(new PinState.Pinned(late));
  }

  @Test
  void aMoveOfAnExpiredPinIsWrittenLikeAClaim() {
    SessionKey session = session();
    Pin first = pin("a", "1");
    write(pins, new PinWrite.Claim(session, MODEL, first, SHORT));
    awaitExpired(session);
    Pin next = pin("b", "1");
    assertThat(write(pins, new PinWrite.Move(session, MODEL, first.version(), next, MINUTES)))
        .isEqualTo(DONE);
    assertThat(read(pins, session, MODEL)).isEqualTo(new PinState.Pinned(next));
  }

  @Test
  void aRemovedPinIsNotRememberedAndNotRenewed() {
    SessionKey session = session();
    Pin claimed = pin("a", "1");
    write(pins, new PinWrite.Claim(session, MODEL, claimed, MINUTES));
    assertThat(write(pins, new PinWrite.Remove(session, MODEL, claimed.version()))).isEqualTo(DONE);
    assertThat(read(pins, session, MODEL)).isEqualTo(PinState.ABSENT);
    assertThat(write(pins, new PinWrite.Renew(session, MODEL, pin("a", "1"), MINUTES, false)))
        .isEqualTo(LOST);
    assertThat(read(pins, session, MODEL)).isEqualTo(PinState.ABSENT);
  }

  @Test
  void theNinthModelEvictsTheLeastRecentlyWritten() {
    SessionKey session = session();
    List<String> models = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      models.add("m/" + i);
      write(pins, new PinWrite.Claim(session, "m/" + i, pin("a", "1"), MINUTES));
    }
    write(pins, new PinWrite.Renew(session, "m/0", pin("a", "1"), MINUTES, false));
    assertThat(write(pins, new PinWrite.Claim(session, "m/8", pin("a", "1"), MINUTES)))
        .isEqualTo(DONE);
    models.add("m/8");
    List<PinState> states = answer(pins.read(session, models));
    assertThat(states.get(1)).isEqualTo(PinState.ABSENT);
    states.remove(1);
    assertThat(states).hasOnlyElementsOfType(PinState.Pinned.class);
  }

  @Test
  void issuersAreFoundByTheFirstKnownIdAndTheLastWriterStands() {
    Issuer first = new Issuer("openai", "org-a", "scope");
    Issuer second = new Issuer("azure", "org-b", "org-b");
    String one = session().hex();
    String two = session().hex();
    String three = session().hex();
    answer(store.issuers().remember(List.of(one, two), first));
    answer(store.issuers().remember(List.of(two, three), second));
    assertThat(answer(store.issuers().issuer(List.of(session().hex(), one, two)))).isEqualTo(first);
    assertThat(answer(store.issuers().issuer(List.of(two)))).isEqualTo(second);
    assertThat(answer(store.issuers().issuer(List.of(session().hex())))).isNull();
    assertThat(answer(store.issuers().issuer(List.of()))).isNull();
  }

  private void awaitExpired(SessionKey session) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> read(pins, session, MODEL).equals(PinState.EXPIRED));
  }
}
