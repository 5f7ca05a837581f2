package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.api.Usage;
import org.junit.jupiter.api.Test;

/** How much of a session's prompt is taken to be in the provider's cache. */
class CachedSharesTest {
  private static final SessionKey SESSION = session("s");

  private final CachedShares shares = new CachedShares();

  @Test
  void ofASessionThatWasNeverSeenNothingIsKnown() {
    assertThat(shares.of(SESSION, "m")).isEmpty();
  }

  @Test
  void whatWasReadAndWhatWasWrittenIsInTheCache() {
    shares.told(SESSION, "m", new Usage(1000, 600, 200, 0, 5), true, true);
    assertThat(shares.of(SESSION, "m")).hasValue(0.8);
    assertThat(shares.of(SESSION, "other")).isEmpty();
    assertThat(shares.of(session("t"), "m")).isEmpty();
  }

  @Test
  void aFirstTurnThatReadsNothingSaysNothingWhereWritingIsNotTold() {
    shares.told(SESSION, "m", new Usage(1000, 0, 0, 0, 5), false, false);
    assertThat(shares.of(SESSION, "m")).isEmpty();
  }

  @Test
  void aProviderThatTellsItsWritesAndToldNoneHasCachedNothing() {
    shares.told(SESSION, "m", new Usage(1000, 0, 0, 0, 5), false, true);
    assertThat(shares.of(SESSION, "m")).hasValue(0);
  }

  @Test
  void aTurnThatFollowedItsPinAndReadNothingHasNothingInTheCache() {
    shares.told(SESSION, "m", new Usage(1000, 900, 0, 0, 5), true, false);
    shares.told(SESSION, "m", new Usage(1000, 0, 0, 0, 5), true, false);
    assertThat(shares.of(SESSION, "m")).hasValue(0);
  }

  @Test
  void aMoveForgetsWhatTheHolderBeforeHad() {
    shares.told(SESSION, "m", new Usage(1000, 900, 0, 0, 5), true, false);
    shares.told(SESSION, "m", new Usage(1000, 0, 0, 0, 5), false, false);
    assertThat(shares.of(SESSION, "m")).isEmpty();
  }

  @Test
  void theSessionsUsedLeastRecentlyAreForgotten() {
    shares.told(SESSION, "m", new Usage(10, 9, 0, 0, 5), true, false);
    for (int i = 0; i < CachedShares.LIMIT + 10; i++) {
      shares.told(session("s" + i), "m", new Usage(10, 5, 0, 0, 5), true, false);
      assertThat(shares.of(SESSION, "m")).hasValue(0.9);
    }
    assertThat(shares.size()).isEqualTo(CachedShares.LIMIT);
  }

  private static SessionKey session(String name) {
    return new SessionKey(Sha256.hex(name));
  }
}
