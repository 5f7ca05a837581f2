package dev.mooring.affinity.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.Counter;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.affinity.limit.LimitStore.Count;
import dev.mooring.affinity.limit.LimitStore.Decision;
import dev.mooring.affinity.limit.LimitStore.Reservation;
import dev.mooring.affinity.limit.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link LimitStore} must pass. Each test has a team of its own. */
public abstract class LimitStoreContract {
  private static final Duration HOUR = Duration.ofHours(1);

  private final String team = "team-" + UUID.randomUUID();
  private @Nullable LimitStore opened;

  /** Makes a store. */
  protected abstract LimitStore newLimitStore();

  /** The same counters as another node of the cluster sees them; the store itself where alone. */
  protected LimitStore otherNode(LimitStore one) {
    return one;
  }

  /**
   * Lets any time pass.
   *
   * @return whether it did; false where the store's clock is not the test's, and the test is then
   *     skipped
   */
  protected boolean elapse(Duration duration) {
    return false;
  }

  @BeforeEach
  void openLimitStore() {
    opened = newLimitStore();
  }

  static Stream<Window> windows() {
    return Stream.concat(
        Stream.of(Window.Calendar.values()),
        Stream.of(new Window.Sliding(HOUR), new Window.Sliding(Duration.ofDays(30))));
  }

  @ParameterizedTest
  @MethodSource("windows")
  void asMuchAsTheLimitIsGrantedAndNoMore(Window window) {
    Counter counter = new Counter("key:web:requests", window, 3);
    for (long left = 2; left >= 0; left--) {
      assertThat(granted(final1(counter)).counts()).singleElement().matches(leaves(left));
    }
    Count refused = refused(final1(counter)).counts().get(0);
    assertThat(refused.refused()).isTrue();
    assertThat(refused.left()).isZero();
    assertThat(refused.free()).isPositive().isLessThan(Duration.ofDays(32));
  }

  @Test
  void whatIsReservedIsNotGrantedTwiceUntilItIsSettled() {
    Counter counter = sliding("key:web:usd", 100);
    Reservation first = granted(estimate(counter, 60)).reservation();
    refused(estimate(counter, 41));
    settle(first, 59);
    assertThat(granted(estimate(counter, 41)).counts()).singleElement().matches(leaves(0));
  }

  @Test
  void aRequestThatUsedNothingGivesEverythingBack() {
    Counter counter = sliding("key:web:tokens", 100);
    Reservation first = granted(estimate(counter, 100)).reservation();
    settle(first, 0);
    granted(estimate(counter, 100));
  }

  @Test
  void aRequestThatUsedMoreThanWasReservedIsChargedWhatItUsed() {
    Counter counter = sliding("key:web:tokens", 100);
    settle(granted(estimate(counter, 10)).reservation(), 130);
    Count count = refused(estimate(counter, 1)).counts().get(0);
    assertThat(count.left()).isZero();
    assertThat(count.used()).isEqualTo(130);
  }

  @Test
  void whatIsReservedCountsAsUsedAndWhatIsRefusedDoesNot() {
    Counter counter = sliding("key:web:tokens", 100);
    assertThat(granted(estimate(counter, 60)).counts().get(0).used()).isEqualTo(60);
    assertThat(refused(estimate(counter, 41)).counts().get(0).used()).isEqualTo(60);
  }

  @Test
  void aFinalChargeStaysWhateverIsSettled() {
    Counter requests = sliding("key:web:requests", 1);
    Counter tokens = sliding("key:web:tokens", 100);
    Reservation first =
        granted(new Charge(requests, 1, false), new Charge(tokens, 100, true)).reservation();
    settle(first, 0, 0);
    granted(estimate(tokens, 100));
    refused(final1(requests));
  }

  @Test
  void allAreReservedOrNone() {
    Counter key = sliding("key:web:requests", 10);
    Counter ofTeam = sliding("team:requests", 1);
    granted(final1(key), final1(ofTeam));
    List<Count> counts = refused(final1(key), final1(ofTeam)).counts();
    assertThat(counts).extracting(Count::refused).containsExactly(false, true);
    assertThat(counts).extracting(Count::left).containsExactly(9L, 0L);
    assertThat(granted(final1(key)).counts()).singleElement().matches(leaves(8));
  }

  @Test
  void moreThanTheLimitItselfIsNeverGranted() {
    Counter counter = sliding("key:web:tokens", 10);
    assertThat(refused(estimate(counter, 11)).counts().get(0).free()).isEqualTo(Count.NEVER);
    assertThat(refused(final1(sliding("key:web:none", 0))).counts().get(0).free())
        .isEqualTo(Count.NEVER);
  }

  @Test
  void nothingAtAllIsRefusedOnlyByACounterThatIsUsedUp() {
    Counter counter = sliding("key:web:usd", 10);
    granted(estimate(counter, 0));
    granted(estimate(counter, 10));
    refused(estimate(counter, 0));
  }

  @Test
  void whatWasServedElsewhereIsChargedWhetherItFitsOrNot() {
    Counter counter = sliding("key:web:usd", 10);
    answer(store().charge(team, List.of(new Charge(counter, 15, false))));
    refused(estimate(counter, 0));
  }

  @Test
  void teamsAndCountersCountApart() {
    Counter one = sliding("key:web:requests", 1);
    granted(final1(one));
    granted(final1(sliding("key:batch:requests", 1)));
    granted(final1(new Counter("key:web:requests", new Window.Sliding(HOUR.plus(HOUR)), 1)));
    Decision other = answer(store().reserve(team + "-other", List.of(final1(one))));
    assertThat(other).isInstanceOf(Decision.Granted.class);
  }

  @Test
  void aLimitThatChangesKeepsWhatWasUsed() {
    granted(estimate(sliding("key:web:usd", 10), 10));
    assertThat(granted(estimate(sliding("key:web:usd", 15), 2)).counts())
        .singleElement()
        .matches(leaves(3));
  }

  @Test
  void concurrentRequestsOnTwoNodesAreGrantedTheLimitExactly() {
    Counter requests = sliding("key:web:requests", 100);
    Counter dollars = sliding("team:usd", 1_000);
    List<LimitStore> nodes = List.of(store(), otherNode(store()));
    List<CompletionStage<Decision>> asked = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      List<Charge> charges = List.of(final1(requests), estimate(dollars, 5));
      asked.add(nodes.get(i % 2).reserve(team, charges));
    }
    List<Decision> decisions = asked.stream().map(LimitStoreContract::answer).toList();
    assertThat(decisions).filteredOn(Decision.Granted.class::isInstance).hasSize(100);
    for (int i = 0; i < decisions.size(); i++) {
      if (decisions.get(i) instanceof Decision.Granted granted) {
        settle(granted.reservation(), 1, 7);
      }
    }
    assertThat(granted(estimate(dollars, 0)).counts()).singleElement().matches(leaves(300));
  }

  @Test
  void usesLeaveASlidingWindowStepByStepAndNeverTooEarly() {
    Counter counter = sliding("key:web:requests", 2);
    granted(final1(counter));
    assumeTrue(elapse(Duration.ofMinutes(30)));
    granted(final1(counter));
    Duration free = refused(final1(counter)).counts().get(0).free();
    assertThat(free).isBetween(Duration.ofMinutes(30), Duration.ofMinutes(31));
    elapse(free.minusMillis(1));
    refused(final1(counter));
    elapse(Duration.ofMillis(1));
    granted(final1(counter));
    refused(final1(counter));
  }

  @Test
  void noStretchOfAWindowsLengthHoldsMoreThanTheLimit() {
    Counter counter = sliding("key:web:requests", 20);
    assumeTrue(elapse(Duration.ofSeconds(17)));
    List<Integer> grantedAt = new ArrayList<>();
    for (int second = 0; second < 4 * 3600; second += 53) {
      if (answer(store().reserve(team, List.of(final1(counter)))) instanceof Decision.Granted) {
        grantedAt.add(second);
      }
      elapse(Duration.ofSeconds(53));
    }
    assertThat(grantedAt.size()).isGreaterThan(70);
    IntStream.range(20, grantedAt.size())
        .forEach(
            i -> assertThat(grantedAt.get(i) - grantedAt.get(i - 20)).isGreaterThanOrEqualTo(3600));
  }

  @Test
  void aCalendarsPeriodStartsAnew() {
    Counter counter = new Counter("key:web:usd", Window.Calendar.DAY, 10);
    granted(estimate(counter, 10));
    Duration free = refused(estimate(counter, 1)).counts().get(0).free();
    assumeTrue(elapse(free.minusMillis(1)));
    refused(estimate(counter, 1));
    elapse(Duration.ofMillis(1));
    granted(estimate(counter, 10));
  }

  @Test
  void whatIsSettledAfterItsWindowHasGoneChangesNothing() {
    Counter counter = sliding("key:web:usd", 10);
    Reservation old = granted(estimate(counter, 10)).reservation();
    assumeTrue(elapse(Duration.ofMinutes(62)));
    granted(estimate(counter, 4));
    settle(old, 9);
    assertThat(granted(estimate(counter, 6)).counts()).singleElement().matches(leaves(0));
  }

  private static Counter sliding(String name, long limit) {
    return new Counter(name, new Window.Sliding(HOUR), limit);
  }

  private static Charge final1(Counter counter) {
    return new Charge(counter, 1, false);
  }

  private static Charge estimate(Counter counter, long amount) {
    return new Charge(counter, amount, true);
  }

  private static Predicate<Count> leaves(long left) {
    return count -> count.left() == left && !count.refused();
  }

  private Decision.Granted granted(Charge... charges) {
    Decision decision = answer(store().reserve(team, List.of(charges)));
    assertThat(decision).isInstanceOf(Decision.Granted.class);
    return (Decision.Granted) decision;
  }

  private Decision.Refused refused(Charge... charges) {
    Decision decision = answer(otherNode(store()).reserve(team, List.of(charges)));
    assertThat(decision).isInstanceOf(Decision.Refused.class);
    return (Decision.Refused) decision;
  }

  private static void settle(Reservation reservation, long... used) {
    answer(reservation.settle(Arrays.stream(used).boxed().toList()));
  }

  private LimitStore store() {
    if (opened == null) {
      throw new IllegalStateException("no store is open");
    }
    return opened;
  }

  private static <T extends @Nullable Object> T answer(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
