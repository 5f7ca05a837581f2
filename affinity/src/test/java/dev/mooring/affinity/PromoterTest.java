package dev.mooring.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromoterTest {
  private static final String MODEL = "m";
  private static final String BYOK = Credentials.byokId(new byte[] {1}, "sk-1");
  private static final String BYOK_2 = Credentials.byokId(new byte[] {1}, "sk-2");

  /** A candidate that reads {@code provider/credential}, with {@code !} where it is down. */
  private record Place(
      String provider,
      String credential,
      String cacheScope,
      String upstreamModel,
      boolean byok,
      boolean down)
      implements Candidate {
    static Place of(String provider, String credential) {
      return new Place(
          provider, credential, credential, MODEL, Credentials.isByok(credential), false);
    }

    Place scope(String scope) {
      return new Place(provider, credential, scope, upstreamModel, byok, down);
    }

    Place model(String model) {
      return new Place(provider, credential, cacheScope, model, byok, down);
    }

    Place isDown() {
      return new Place(provider, credential, cacheScope, upstreamModel, byok, true);
    }

    @Override
    public String toString() {
      return provider + "/" + credential + (down ? "!" : "");
    }
  }

  private static final Place A1 = Place.of("a", "a1");
  private static final Place A2 = Place.of("a", "a2");
  private static final Place A3 = Place.of("a", "a3");
  private static final Place B1 = Place.of("b", "b1");
  private static final Place B2 = Place.of("b", "b2");
  private static final Place A_BYOK = Place.of("a", BYOK);
  private static final Place B_BYOK = Place.of("b", BYOK_2);

  @ParameterizedTest
  @CsvSource({
    "MODE_OFF, SKIPPED_MODE_OFF",
    "NOT_CACHE_CAPABLE, NOT_CACHE_CAPABLE",
    "BELOW_MIN_PREFIX, SKIPPED_BELOW_MIN_PREFIX"
  })
  void aPinThatMayNotBeUsedChangesNothing(Eligibility eligibility, Outcome outcome) {
    Promotion<Place> promotion =
        Promoter.promote(List.of(B1, A1), pinned("a", "a1"), eligibility, pin -> null);
    assertThat(promotion).isEqualTo(new Promotion<>(List.of(B1, A1), outcome, null, null));
  }

  @Test
  void withoutAPinThePlanStays() {
    assertThat(promote(List.of(B1, A1), PinState.ABSENT))
        .isEqualTo(new Promotion<>(List.of(B1, A1), Outcome.NO_PIN, null, null));
  }

  @Test
  void anExpiredPinIsSaidAndNotFollowed() {
    assertThat(promote(List.of(B1, A1), PinState.EXPIRED))
        .isEqualTo(new Promotion<>(List.of(B1, A1), Outcome.PIN_EXPIRED, null, null));
  }

  @ParameterizedTest
  @EnumSource(Eligibility.class)
  void byokComesFirstAndDownLastInItsGroupWhateverThePin(Eligibility eligibility) {
    List<Place> plan = List.of(A1.isDown(), B1, A_BYOK.isDown(), A2, B_BYOK);
    assertThat(Promoter.promote(plan, PinState.ABSENT, eligibility, pin -> null).plan())
        .containsExactly(B_BYOK, A_BYOK.isDown(), B1, A2, A1.isDown());
  }

  @Test
  void thePinnedCredentialGoesFirst() {
    assertThat(promote(List.of(B1, A1, A2), pinned("a", "a2")))
        .isEqualTo(new Promotion<>(List.of(A2, A1, B1), Outcome.PROMOTED, "a", "b"));
  }

  @Test
  void nothingIsDisplacedWhereTheFirstProviderStays() {
    assertThat(promote(List.of(A1, A2, B1), pinned("a", "a2")))
        .isEqualTo(new Promotion<>(List.of(A2, A1, B1), Outcome.PROMOTED, "a", null));
  }

  @Test
  void aPinThatAlreadyCameFirstIsConfirmed() {
    assertThat(promote(List.of(A1, A2, B1), pinned("a", "a1")))
        .isEqualTo(new Promotion<>(List.of(A1, A2, B1), Outcome.CONFIRMED, "a", null));
  }

  @Test
  void aMoveBehindTheFirstIsAPromotionToo() {
    assertThat(promote(List.of(A1, B1, A2), pinned("a", "a1")))
        .isEqualTo(new Promotion<>(List.of(A1, A2, B1), Outcome.PROMOTED, "a", null));
  }

  @Test
  void whatIsDownAndThereforeLastIsNoMove() {
    assertThat(promote(List.of(B1.isDown(), A1, A2), pinned("a", "a1")))
        .isEqualTo(new Promotion<>(List.of(A1, A2, B1.isDown()), Outcome.CONFIRMED, "a", null));
  }

  @Test
  void candidatesStandByHowNearTheyAreToTheCache() {
    Place scoped = A2.scope("shared");
    Place pinnedOne = A1.scope("shared");
    Place otherModel = A1.model("n").scope("shared");
    assertThat(promote(List.of(B1, otherModel, A3, scoped, pinnedOne), pinned("a", "a1")).plan())
        .containsExactly(pinnedOne, scoped, A3, otherModel, B1);
  }

  @Test
  void whereThePinnedCredentialIsDownItsScopeGoesFirst() {
    Place down = A1.scope("shared").isDown();
    Place sibling = A3.scope("shared");
    assertThat(promote(List.of(B1, down, A2, sibling), pinned("a", "a1")))
        .isEqualTo(new Promotion<>(List.of(sibling, A2, B1, down), Outcome.PROMOTED, "a", "b"));
  }

  @Test
  void candidatesThatAreDownKeepTheRoutingsOrderAmongThemselves() {
    List<Place> plan = List.of(B1.isDown(), A1.isDown(), B2, A2);
    assertThat(promote(plan, pinned("a", "a1")).plan())
        .containsExactly(A2, B2, B1.isDown(), A1.isDown());
  }

  @Test
  void whereThePinnedCredentialLeftThePlanTheConfigurationTellsItsScope() {
    Place sibling = A3.scope("shared");
    PinState pin = pinned("a", "gone");
    assertThat(
            Promoter.promote(List.of(B1, A2, sibling), pin, Eligibility.ON, p -> "shared").plan())
        .containsExactly(sibling, A2, B1);
  }

  @Test
  void whereThePinnedCredentialIsGoneAltogetherItsProviderIsStillPromoted() {
    assertThat(promote(List.of(B1, A1, A2), pinned("a", "gone")))
        .isEqualTo(new Promotion<>(List.of(A1, A2, B1), Outcome.PROMOTED, "a", "b"));
  }

  @Test
  void aPinnedProviderThatLeftThePlanIsSaid() {
    assertThat(promote(List.of(B1, B2), pinned("a", "a1")))
        .isEqualTo(new Promotion<>(List.of(B1, B2), Outcome.SKIPPED_NOT_IN_PLAN, "a", null));
  }

  @Test
  void aPinnedProviderWhoseCandidatesAreAllDownIsSaid() {
    assertThat(promote(List.of(A1.isDown(), B1, A2.isDown()), pinned("a", "a1")))
        .isEqualTo(
            new Promotion<>(
                List.of(B1, A1.isDown(), A2.isDown()), Outcome.SKIPPED_HEALTH_DOWN, "a", null));
  }

  @Test
  void aSystemPinMovesOnlyTheSystemGroup() {
    assertThat(promote(List.of(B_BYOK, A_BYOK, B1, A1), pinned("a", "a1")))
        .isEqualTo(new Promotion<>(List.of(B_BYOK, A_BYOK, A1, B1), Outcome.PROMOTED, "a", "b"));
  }

  @Test
  void aByokPinMovesOnlyTheByokGroup() {
    assertThat(promote(List.of(B1, A1, B_BYOK, A_BYOK), pinned("a", BYOK)))
        .isEqualTo(new Promotion<>(List.of(A_BYOK, B_BYOK, B1, A1), Outcome.PROMOTED, "a", "b"));
  }

  @Test
  void aByokPinIsConfirmedWithinItsGroupThoughSystemCandidatesStandFirstInThePlan() {
    assertThat(promote(List.of(B1, A_BYOK), pinned("a", BYOK)))
        .isEqualTo(new Promotion<>(List.of(A_BYOK, B1), Outcome.CONFIRMED, "a", null));
  }

  @Test
  void aByokPinWithoutItsProviderInTheByokGroupIsNotInThePlan() {
    assertThat(promote(List.of(B1, A1), pinned("a", BYOK)).outcome())
        .isEqualTo(Outcome.SKIPPED_NOT_IN_PLAN);
    assertThat(promote(List.of(A_BYOK, B1), pinned("a", "a1")).outcome())
        .isEqualTo(Outcome.SKIPPED_NOT_IN_PLAN);
  }

  @Test
  void aByokPinWithAnotherSecretOfThatProviderPromotesTheProvider() {
    Place other = Place.of("a", BYOK_2);
    Place first = Place.of("b", BYOK);
    assertThat(promote(List.of(first, other), pinned("a", BYOK)))
        .isEqualTo(new Promotion<>(List.of(other, first), Outcome.PROMOTED, "a", "b"));
  }

  @Test
  void aProviderPinMovesTheProviderInBothGroupsInItsOrder() {
    assertThat(promote(List.of(B_BYOK, A_BYOK, B1, A2, A1.model("n")), pinned("a", null)))
        .isEqualTo(
            new Promotion<>(
                List.of(A_BYOK, B_BYOK, A2, A1.model("n"), B1), Outcome.PROMOTED, "a", "b"));
  }

  @Test
  void aProviderPinIsConfirmedWhereItComesFirstInEveryGroup() {
    assertThat(promote(List.of(A_BYOK, B_BYOK, A1, A2, B1), pinned("a", null)))
        .isEqualTo(
            new Promotion<>(List.of(A_BYOK, B_BYOK, A1, A2, B1), Outcome.CONFIRMED, "a", null));
  }

  @Test
  void aProviderPinIsJudgedOverBothGroups() {
    assertThat(promote(List.of(B_BYOK, B1), pinned("a", null)).outcome())
        .isEqualTo(Outcome.SKIPPED_NOT_IN_PLAN);
    assertThat(promote(List.of(B_BYOK, A_BYOK.isDown(), A1.isDown()), pinned("a", null)).outcome())
        .isEqualTo(Outcome.SKIPPED_HEALTH_DOWN);
    assertThat(promote(List.of(B_BYOK, A_BYOK.isDown(), B1, A1), pinned("a", null)))
        .isEqualTo(
            new Promotion<>(List.of(B_BYOK, A_BYOK.isDown(), A1, B1), Outcome.PROMOTED, "a", "b"));
  }

  @Test
  void anEmptyPlanStaysEmpty() {
    assertThat(promote(List.of(), pinned("a", "a1")))
        .isEqualTo(new Promotion<>(List.of(), Outcome.SKIPPED_NOT_IN_PLAN, "a", null));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void promotionOnlyReordersAndKeepsGroupsAndDownInTheirPlaces(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      List<Place> plan = randomPlan(random);
      PinState pin = randomPin(random);
      Promotion<Place> promotion = promote(plan, pin);
      assertThat(promotion.plan()).containsExactlyInAnyOrderElementsOf(plan);
      assertThat(promotion.plan())
          .isSortedAccordingTo(
              Comparator.comparing((Place place) -> !place.byok()).thenComparing(Place::down));
      assertThat(promote(promotion.plan(), pin).plan()).isEqualTo(promotion.plan());
      if (promotion.outcome() != Outcome.PROMOTED) {
        assertThat(promotion.displacedProvider()).isNull();
      }
    }
  }

  private static List<Place> randomPlan(Random random) {
    List<Place> plan = new ArrayList<>();
    int size = random.nextInt(8);
    for (int i = 0; i < size; i++) {
      String provider = random.nextBoolean() ? "a" : "b";
      String credential =
          random.nextInt(3) == 0 ? (random.nextBoolean() ? BYOK : BYOK_2) : provider + i;
      Place place = Place.of(provider, credential).scope("scope-" + random.nextInt(2));
      plan.add(random.nextInt(3) == 0 ? place.isDown() : place);
    }
    return plan;
  }

  private static PinState randomPin(Random random) {
    List<@Nullable String> credentials =
        Stream.<@Nullable String>of(null, BYOK, BYOK_2, "a0", "b1", "a2", "b3").toList();
    return pinned(
        random.nextBoolean() ? "a" : "b", credentials.get(random.nextInt(credentials.size())));
  }

  private static Promotion<Place> promote(List<Place> plan, PinState pin) {
    return Promoter.promote(plan, pin, Eligibility.ON, p -> null);
  }

  private static PinState pinned(String provider, @Nullable String credential) {
    return new PinState.Pinned(new Pin(provider, MODEL, credential, 1));
  }
}
