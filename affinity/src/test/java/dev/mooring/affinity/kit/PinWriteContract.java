package dev.mooring.affinity.kit;

import static dev.mooring.affinity.PinWrite.Result.DONE;
import static dev.mooring.affinity.PinWrite.Result.LOST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import org.junit.jupiter.api.Test;

/**
 * The rules of the four writes of a {@link dev.mooring.affinity.PinStore}: each a
 * compare-operation, so that a late writer never undoes a newer one.
 */
abstract class PinWriteContract extends PinStoreFixture {
  @Test
  void aClaimWritesThePin() {
    Pin pin = pin("org-a");
    assertThat(claim(pin)).isEqualTo(DONE);
    assertPinned(pin);
  }

  @Test
  void aSecondClaimIsLost() {
    Pin first = pin("org-a");
    claim(first);
    assertThat(claim(pin("org-b"))).isEqualTo(LOST);
    assertPinned(first);
  }

  @Test
  void aClaimThatIsRepeatedIsDone() {
    Pin pin = pin("org-a");
    claim(pin);
    assertThat(claim(pin)).isEqualTo(DONE);
    assertPinned(pin);
  }

  @Test
  void aClaimAfterExpiryIsWritten() {
    write(new PinWrite.Claim(session, MODEL, pin("org-a"), shortLife()));
    awaitExpiry();
    Pin second = pin("org-b");
    assertThat(claim(second)).isEqualTo(DONE);
    assertPinned(second);
  }

  @Test
  void aRenewalByTheHolderStampsANewVersion() {
    claim(pin("org-a"));
    Pin renewed = pin("org-a");
    assertThat(renew(renewed, LONG, false)).isEqualTo(DONE);
    assertPinned(renewed);
  }

  @Test
  void aRenewalByAnotherCredentialIsLost() {
    Pin held = pin("org-a");
    claim(held);
    assertThat(renew(pin("org-b"), LONG, false)).isEqualTo(LOST);
    assertThat(renew(pin(null), LONG, false)).isEqualTo(LOST);
    assertPinned(held);
  }

  @Test
  void aRenewalByAnotherProviderOrUpstreamModelIsLost() {
    Pin held = pin("org-a");
    claim(held);
    Pin provider = new Pin("bedrock", held.upstreamModel(), "org-a", nextVersion());
    assertThat(renew(provider, LONG, true)).isEqualTo(LOST);
    Pin model = new Pin(held.provider(), "claude-opus-5", "org-a", nextVersion());
    assertThat(renew(model, LONG, true)).isEqualTo(LOST);
    assertPinned(held);
  }

  @Test
  void aRenewalAfterExpiryWritesThePinAgain() {
    write(new PinWrite.Claim(session, MODEL, pin("org-a"), shortLife()));
    awaitExpiry();
    Pin renewed = pin("org-a");
    assertThat(renew(renewed, LONG, false)).isEqualTo(DONE);
    assertPinned(renewed);
  }

  @Test
  void aRenewalByAnotherThanTheExpiredHolderIsLost() {
    write(new PinWrite.Claim(session, MODEL, pin("org-a"), shortLife()));
    awaitExpiry();
    assertThat(renew(pin("org-b"), LONG, false)).isEqualTo(LOST);
    assertThat(state()).isEqualTo(PinState.EXPIRED);
  }

  @Test
  void aRenewalAfterRemovalIsLost() {
    Pin pin = pin("org-a");
    claim(pin);
    remove(pin.version());
    assertThat(renew(pin("org-a"), LONG, false)).isEqualTo(LOST);
    assertThat(state()).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aRenewalWhereNoPinEverWasIsLost() {
    assertThat(renew(pin("org-a"), LONG, false)).isEqualTo(LOST);
    assertThat(state()).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aRenewalLengthensALife() {
    write(new PinWrite.Claim(session, MODEL, pin("org-a"), shortLife()));
    Pin renewed = pin("org-a");
    renew(renewed, LONG, false);
    awaitExpiry();
    assertPinned(renewed);
  }

  @Test
  void aRenewalNeverShortensALife() {
    claim(pin("org-a"));
    Pin renewed = pin("org-a");
    assertThat(renew(renewed, shortLife(), false)).isEqualTo(DONE);
    awaitExpiry();
    assertPinned(renewed);
  }

  @Test
  void aRenewalThatMayShortenDoes() {
    claim(pin("org-a"));
    assertThat(renew(pin("org-a"), shortLife(), true)).isEqualTo(DONE);
    awaitExpiry();
    assertThat(state()).isEqualTo(PinState.EXPIRED);
  }

  @Test
  void aMoveWithTheVersionThatWasReadMovesThePin() {
    Pin first = pin("org-a");
    claim(first);
    Pin second = pin("org-b");
    assertThat(move(first.version(), second)).isEqualTo(DONE);
    assertPinned(second);
  }

  @Test
  void aMoveThatIsRepeatedIsDone() {
    Pin first = pin("org-a");
    claim(first);
    Pin second = pin("org-b");
    move(first.version(), second);
    assertThat(move(first.version(), second)).isEqualTo(DONE);
    assertPinned(second);
  }

  @Test
  void aLateMoveIsLost() {
    Pin first = pin("org-a");
    claim(first);
    Pin second = pin("org-b");
    move(first.version(), second);
    assertThat(move(first.version(), pin("org-c"))).isEqualTo(LOST);
    assertPinned(second);
  }

  @Test
  void aMoveAfterARenewalIsLost() {
    Pin first = pin("org-a");
    claim(first);
    Pin renewed = pin("org-a");
    renew(renewed, LONG, false);
    assertThat(move(first.version(), pin("org-b"))).isEqualTo(LOST);
    assertPinned(renewed);
  }

  @Test
  void aMoveTakesItsOwnLifetime() {
    Pin first = pin("org-a");
    claim(first);
    write(new PinWrite.Move(session, MODEL, first.version(), pin("org-b"), shortLife()));
    awaitExpiry();
    assertThat(state()).isEqualTo(PinState.EXPIRED);
  }

  @Test
  void aMoveWhereNoPinIsInForceIsWritten() {
    Pin moved = pin("org-b");
    assertThat(move(nextVersion(), moved)).isEqualTo(DONE);
    assertPinned(moved);
  }

  @Test
  void aMoveAfterExpiryIsWritten() {
    Pin first = pin("org-a");
    write(new PinWrite.Claim(session, MODEL, first, shortLife()));
    awaitExpiry();
    Pin moved = pin("org-b");
    assertThat(move(first.version(), moved)).isEqualTo(DONE);
    assertPinned(moved);
  }

  @Test
  void aLateRenewalNeverUndoesAMove() {
    Pin first = pin("org-a");
    claim(first);
    Pin second = pin("org-b");
    move(first.version(), second);
    assertThat(renew(pin("org-a"), LONG, false)).isEqualTo(LOST);
    assertPinned(second);
  }

  @Test
  void aLateFailureNeverUndoesAMove() {
    Pin first = pin("org-a");
    claim(first);
    Pin second = pin("org-b");
    move(first.version(), second);
    assertThat(remove(first.version())).isEqualTo(LOST);
    assertPinned(second);
  }

  @Test
  void aLateFailureNeverUndoesARenewal() {
    Pin first = pin("org-a");
    claim(first);
    Pin renewed = pin("org-a");
    renew(renewed, LONG, false);
    assertThat(remove(first.version())).isEqualTo(LOST);
    assertPinned(renewed);
  }

  @Test
  void aFailureRemovesThePinOfItsOwnVersion() {
    Pin pin = pin("org-a");
    claim(pin);
    assertThat(remove(pin.version())).isEqualTo(DONE);
    assertThat(state()).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aRemovalWhereNoPinIsLeftIsDone() {
    assertThat(remove(nextVersion())).isEqualTo(DONE);
  }

  @Test
  void aRemovedPinIsNotRememberedAsExpired() {
    Pin pin = pin("org-a");
    write(new PinWrite.Claim(session, MODEL, pin, shortLife()));
    remove(pin.version());
    awaitExpiry();
    assertThat(state()).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aPinThatIsRemovedAfterItsExpiryIsNotRemembered() {
    Pin pin = pin("org-a");
    write(new PinWrite.Claim(session, MODEL, pin, shortLife()));
    awaitExpiry();
    assertThat(remove(pin.version())).isEqualTo(DONE);
    assertThat(state()).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aRemovedPinCanBeClaimedAgain() {
    Pin first = pin("org-a");
    claim(first);
    remove(first.version());
    Pin second = pin("org-b");
    assertThat(claim(second)).isEqualTo(DONE);
    assertPinned(second);
  }
}
