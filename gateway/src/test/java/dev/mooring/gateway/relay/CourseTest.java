package dev.mooring.gateway.relay;

import static dev.mooring.gateway.relay.FailureClass.CALLER_FAULT;
import static dev.mooring.gateway.relay.FailureClass.RATE_LIMITED;
import static dev.mooring.gateway.relay.FailureClass.REJECTED;
import static dev.mooring.gateway.relay.FailureClass.UNAVAILABLE;
import static dev.mooring.gateway.relay.WaitOrMove.Verdict.CHEAPER;
import static dev.mooring.gateway.relay.WaitOrMove.Verdict.FAR_RESET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.provider.Provider;
import dev.mooring.gateway.routing.Condition;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CourseTest {
  private static final Provider A = provider("a", 2);
  private static final Provider B = provider("b", 2);
  private static final Provider ONCE = provider("once", 0);

  private final List<PlanCandidate> plan =
      List.of(
          candidate(A, "a1", "shared"),
          candidate(A, "a2", "alone"),
          candidate(A, "a3", "shared"),
          candidate(B, "b1", "b1"));

  @Test
  void unavailableIsRetriedOnTheSameCredentialThenItsCacheSiblingsThenTheProviderThenTheNext() {
    assertThat(walk(course(plan, -1), UNAVAILABLE, null))
        .containsExactly("a1", "a1", "a1", "a3", "a3", "a3", "a2", "a2", "a2", "b1", "b1", "b1");
  }

  @Test
  void withoutACredentialPinA429RotatesAtOnce() {
    assertThat(walk(course(plan, -1), RATE_LIMITED, Duration.ofSeconds(1)))
        .containsExactly("a1", "a3", "a2", "b1");
  }

  @Test
  void aPinnedCredentialsSiblingsComeBeforeItsOwnRetriesAndThoseBeforeTheRest() {
    assertThat(walk(course(plan, 0), RATE_LIMITED, Duration.ofSeconds(1)))
        .containsExactly("a1", "a3", "a1", "a1", "a2", "b1");
  }

  @Test
  void aPinnedCredentialIsNotWaitedForLongerThanTheLongestBackOff() {
    assertThat(walk(course(plan, 0), RATE_LIMITED, Duration.ofSeconds(6)))
        .containsExactly("a1", "a3", "a2", "b1");
  }

  @Test
  void aSiblingThatFailsOtherwiseStillLeadsBackToThePinnedCredential() {
    Course course = course(plan, 0);
    course.after(RATE_LIMITED, Duration.ofSeconds(2));
    assertThat(course.current().credential()).isEqualTo("a3");
    assertWaits(course.after(REJECTED, null), 2);
    assertThat(course.current().credential()).isEqualTo("a1");
  }

  @Test
  void theWaitIsWhatThePinned429AskedFor() {
    Course course = course(plan.subList(0, 2), 0);
    assertWaits(course.after(RATE_LIMITED, Duration.ofSeconds(3)), 3);
  }

  @Test
  void backOffDoublesAroundItsFirstLengthAndIsBounded() {
    Course course = course(plan, -1);
    assertThat(delay(course)).isBetween(Duration.ofMillis(800), Duration.ofMillis(1200));
    assertThat(delay(course)).isBetween(Duration.ofMillis(1600), Duration.ofMillis(2400));
  }

  @Test
  void whatWasRejectedIsNeverRetriedAndASiblingIsTriedEvenWithoutRetries() {
    List<PlanCandidate> once = List.of(candidate(ONCE, "x1", "x1"), candidate(ONCE, "x2", "x2"));
    assertThat(walk(course(once, 0), REJECTED, null)).containsExactly("x1", "x2");
    assertThat(walk(course(plan, 0), REJECTED, null)).containsExactly("a1", "a3", "a2", "b1");
  }

  @Test
  void theCallersOwnFaultEndsTheCourseAtOnce() {
    assertThat(walk(course(plan, 0), CALLER_FAULT, null)).containsExactly("a1");
  }

  @Test
  void whatIsDownComesLastButIsTried() {
    List<PlanCandidate> mixed =
        List.of(
            candidate(ONCE, "x1", "x1"),
            down(candidate(ONCE, "x2", "x2")),
            candidate(provider("other", 0), "o1", "o1"));
    assertThat(walk(course(mixed, -1), UNAVAILABLE, null)).containsExactly("x1", "o1", "x2");
  }

  @Test
  void theCallersOwnCredentialsAreUsedUpBeforeTheSystems() {
    List<PlanCandidate> mixed =
        List.of(
            own(candidate(ONCE, "mine", "shared")),
            own(candidate(provider("other", 0), "mine too", "o")),
            candidate(ONCE, "x1", "shared"));
    assertThat(walk(course(mixed, -1), UNAVAILABLE, null))
        .containsExactly("mine", "mine too", "x1");
  }

  @Test
  void targetsOfOneProviderKeepTheirPlaceInTheOrderWritten() {
    PlanCandidate other =
        new PlanCandidate(
            ONCE, candidate(ONCE, "x1", "x1").account(), "z", false, Condition.HEALTHY);
    List<PlanCandidate> written =
        List.of(candidate(ONCE, "x1", "x1"), candidate(provider("mid", 0), "m1", "m1"), other);
    assertThat(walk(course(written, -1), UNAVAILABLE, null)).containsExactly("x1", "m1", "x1");
  }

  @Test
  void patienceRaisesTheLongestBackOffUntilAllWaitsTogetherAreTooLong() {
    Course course = patient(Duration.ofSeconds(10), Duration.ZERO);
    course.after(RATE_LIMITED, Duration.ofSeconds(6));
    assertThat(course.current().credential()).as("its sibling first").isEqualTo("a3");
    assertWaits(course.after(RATE_LIMITED, Duration.ofSeconds(9)), 6);
    assertThat(course.current().credential()).isEqualTo("a1");
    assertThat(course.after(RATE_LIMITED, Duration.ofSeconds(6)))
        .isEqualTo(new Course.Step.Move(new WaitOrMove.Decision(FAR_RESET, null)));
    assertThat(course.current().credential()).isEqualTo("a2");
  }

  @Test
  void whatWasWaitedBeforeTheFirstTryCounts() {
    Course course = patient(Duration.ofSeconds(10), Duration.ofSeconds(5));
    course.after(RATE_LIMITED, Duration.ofSeconds(6));
    assertThat(course.after(REJECTED, null)).isInstanceOf(Course.Step.Move.class);
  }

  @Test
  void patienceGivesNoMoreRetriesThanTheProvider() {
    Course course = patient(Duration.ofSeconds(60), Duration.ZERO);
    assertThat(walk(course, RATE_LIMITED, Duration.ofSeconds(6)))
        .containsExactly("a1", "a3", "a1", "a1", "a2", "b1");
  }

  @Test
  void patienceIsToldWhereTheRequestWouldMoveAndThatItCannot() {
    List<@Nullable PlanCandidate> elsewhere = new ArrayList<>();
    Course.Patience asked =
        (pinned, next, reset) -> {
          elsewhere.add(next);
          return new WaitOrMove.Decision(FAR_RESET, null);
        };
    new Course(plan.subList(0, 2), 0, new Random(1), asked, Duration.ZERO)
        .after(RATE_LIMITED, Duration.ofSeconds(6));
    List<PlanCandidate> alone = List.of(plan.get(0), down(plan.get(1)));
    new Course(alone, 0, new Random(1), asked, Duration.ZERO)
        .after(RATE_LIMITED, Duration.ofSeconds(6));
    assertThat(elsewhere).containsExactly(plan.get(1), null);
  }

  private Course patient(Duration most, Duration waited) {
    Course.Patience patience =
        (pinned, elsewhere, reset) ->
            new WaitOrMove.Decision(reset.compareTo(most) > 0 ? FAR_RESET : CHEAPER, null);
    return new Course(plan, 0, new Random(1), patience, waited);
  }

  /** A course of a request that waits no longer than back-off allows. */
  private static Course course(List<PlanCandidate> plan, int pinned) {
    return new Course(
        plan,
        pinned,
        new Random(1),
        (candidate, elsewhere, reset) -> new WaitOrMove.Decision(FAR_RESET, null),
        Duration.ZERO);
  }

  private static void assertWaits(Course.Step step, int seconds) {
    assertThat(step).isInstanceOf(Course.Step.Wait.class);
    assertThat(step.delay()).isEqualTo(Duration.ofSeconds(seconds));
  }

  private static Duration delay(Course course) {
    return ((Course.Step.Try) course.after(UNAVAILABLE, null)).delay();
  }

  /** The credentials in the order in which they are tried while each fails alike. */
  private static List<String> walk(Course course, FailureClass kind, @Nullable Duration wait) {
    List<String> tried = new ArrayList<>();
    do {
      tried.add(course.current().credential());
    } while (course.after(kind, wait).delay() != null);
    return tried;
  }

  private static PlanCandidate candidate(Provider provider, String id, String scope) {
    return new PlanCandidate(
        provider, new CredentialConfig(id, "k", 1, scope), "m", false, Condition.HEALTHY);
  }

  private static PlanCandidate down(PlanCandidate c) {
    return new PlanCandidate(
        c.upstream(), c.account(), c.upstreamModel(), c.byok(), Condition.DOWN);
  }

  private static PlanCandidate own(PlanCandidate c) {
    return new PlanCandidate(c.upstream(), c.account(), c.upstreamModel(), true, c.condition());
  }

  private static Provider provider(String id, int maxRetries) {
    String yaml =
        """
        providers:
          - id: %s
            type: openai-compatible
            baseUrl: http://127.0.0.1:1
            retry: { maxRetries: %d, initialBackoff: 1s, maxBackoff: 5s }
        models: [{ id: m, targets: [{ provider: %s, model: m }] }]
        """
            .formatted(id, maxRetries, id);
    LoadedConfig loaded = ConfigLoader.parse("test.yaml", yaml, Map.of());
    assertThat(loaded).isInstanceOf(LoadedConfig.Valid.class);
    return Provider.of(
        ((LoadedConfig.Valid) loaded).config().providers().values().iterator().next());
  }
}
