package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is kept of writes that Redis missed. */
class MissedWritesTest {
  private static final Duration FIVE = Duration.ofMinutes(5);
  private static final Duration ONE = Duration.ofMinutes(1);

  private final FakeLater time = new FakeLater();
  private final MissedWrites missed = new MissedWrites(time, 4);
  private final SessionKey session = session();
  private final Pin a = pin("a", "1");
  private final Pin again = pin("a", "1");
  private final Pin b = pin("b", "1");

  @Test
  void aWriteComesBackWithTheLifetimeThatIsLeft() {
    missed.add(claim(a, FIVE));
    time.pass(ONE);
    assertThat(missed.take(9)).containsExactly(claim(a, Duration.ofMinutes(4)));
    assertThat(missed.size()).isZero();
  }

  @Test
  void aWriteWithoutLifetimeLeftIsGivenUp() {
    missed.add(claim(a, ONE));
    time.pass(ONE);
    assertThat(missed.take(9)).isEmpty();
    assertThat(missed.lapsed()).isEqualTo(1);
  }

  @Test
  void aRenewedClaimIsOneClaimWithTheLongerLifetime() {
    missed.add(claim(a, FIVE));
    missed.add(renew(again, ONE, false));
    assertThat(missed.take(9)).containsExactly(claim(again, FIVE));
    missed.add(claim(a, FIVE));
    missed.add(renew(again, ONE, true));
    assertThat(missed.take(9)).containsExactly(claim(again, ONE));
  }

  @Test
  void aMovedClaimIsAClaimOfTheNewHolder() {
    missed.add(claim(a, FIVE));
    missed.add(new PinWrite.Move(session, MODEL, a.version(), b, ONE));
    assertThat(missed.take(9)).containsExactly(claim(b, ONE));
  }

  @Test
  void twoMovesInARowAreOneThatExpectsTheFirst() {
    missed.add(new PinWrite.Move(session, MODEL, 7, a, FIVE));
    missed.add(new PinWrite.Move(session, MODEL, a.version(), b, ONE));
    assertThat(missed.take(9)).containsExactly(new PinWrite.Move(session, MODEL, 7, b, ONE));
  }

  @Test
  void ofTwoClaimsTheNewerStandsBecauseNeitherOverridesAnything() {
    missed.add(claim(a, FIVE));
    missed.add(claim(b, ONE));
    assertThat(missed.take(9)).containsExactly(claim(b, ONE));
    missed.add(claim(a, FIVE));
    missed.add(claim(again, ONE));
    assertThat(missed.take(9)).containsExactly(claim(again, FIVE));
  }

  @Test
  void aRemovedClaimStaysARemovalBecauseTheClaimMayHaveArrived() {
    missed.add(claim(a, FIVE));
    PinWrite remove = new PinWrite.Remove(session, MODEL, a.version());
    missed.add(remove);
    assertThat(missed.take(9)).containsExactly(remove);
  }

  @Test
  void whatOneWriteCannotStandForIsKeptInItsOrder() {
    PinWrite renew = renew(a, FIVE, false);
    PinWrite move = new PinWrite.Move(session, MODEL, a.version(), b, FIVE);
    missed.add(renew);
    missed.add(move);
    assertThat(missed.take(9)).containsExactly(renew, move);
  }

  @Test
  void aWriteThatIsPutBackStandsBeforeNewerOnes() {
    PinWrite renew = renew(a, FIVE, false);
    PinWrite move = new PinWrite.Move(session, MODEL, a.version(), b, FIVE);
    missed.add(move);
    missed.putBack(renew);
    assertThat(missed.take(9)).containsExactly(renew, move);
  }

  @Test
  void renewalsAreDroppedFirstAndEverythingIsCounted() {
    PinWrite old = new PinWrite.Claim(session(), MODEL, a, FIVE);
    missed.add(old);
    missed.add(new PinWrite.Renew(session(), MODEL, a, FIVE, false));
    for (int i = 0; i < 3; i++) {
      missed.add(new PinWrite.Claim(session(), MODEL, a, FIVE));
    }
    assertThat(missed.dropped()).isEqualTo(1);
    assertThat(missed.size()).isEqualTo(4);
    assertThat(missed.take(1)).containsExactly(old);
    for (int i = 0; i < 3; i++) {
      missed.add(new PinWrite.Claim(session(), MODEL, a, FIVE));
    }
    assertThat(missed.dropped()).isEqualTo(3);
    assertThat(missed.take(9)).hasSize(4).doesNotContain(old);
  }

  @Test
  void aPinIsHeldUntilItsWritesAreTaken() {
    missed.add(claim(a, FIVE));
    assertThat(missed.holds(session, MODEL)).isTrue();
    assertThat(missed.holds(session, "other")).isFalse();
    missed.take(1);
    assertThat(missed.holds(session, MODEL)).isFalse();
  }

  private PinWrite claim(Pin pin, Duration lifetime) {
    return new PinWrite.Claim(session, MODEL, pin, lifetime);
  }

  private PinWrite renew(Pin pin, Duration lifetime, boolean mayShorten) {
    return new PinWrite.Renew(session, MODEL, pin, lifetime, mayShorten);
  }
}
