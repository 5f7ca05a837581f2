package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.HealthConfig;
import dev.mooring.gateway.config.RatesConfig;
import dev.mooring.gateway.routing.Health.Cause;
import dev.mooring.gateway.routing.Health.Subject;
import dev.mooring.gateway.wire.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Health that nodes share over a board. */
class SharedHealthTest {
  private static final Subject SUBJECT = new Subject("p", "c", "m");
  private static final HealthConfig CONFIG =
      new HealthConfig(
          5,
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          RatesConfig.defaults());

  private final ManualClock clock = new ManualClock();
  private final Board board = new Board();
  private final Health one = new Health(clock);
  private final Health two = new Health(clock);

  @BeforeEach
  void share() {
    board.join(one);
    board.join(two);
  }

  @Test
  void whatOneNodeLearnsTheOtherHears() {
    one.rateLimited(SUBJECT, Duration.ofSeconds(20), CONFIG);
    board.poll();
    Health.CoolDown heard = Objects.requireNonNull(two.coolDown(SUBJECT));
    assertThat(heard.cause()).isEqualTo(Cause.RATE_LIMIT);
    assertThat(heard.until()).isEqualTo(clock.instant().plusSeconds(20));
    clock.advance(Duration.ofSeconds(20));
    assertThat(two.isDown(SUBJECT)).isFalse();
  }

  @Test
  void aNodeThatJoinsStartsWithTheCoolDowns() {
    one.rejected(SUBJECT, CONFIG);
    Health late = new Health(clock);
    board.join(late);
    assertThat(late.isDown(SUBJECT)).isTrue();
  }

  @Test
  void aSuccessClearsForAll() {
    fail(one, 5);
    board.poll();
    assertThat(two.isDown(SUBJECT)).isTrue();
    two.succeeded(SUBJECT, false, CONFIG);
    board.poll();
    assertThat(one.isDown(SUBJECT)).isFalse();
    fail(one, 4);
    assertThat(one.isDown(SUBJECT)).isFalse();
  }

  @Test
  void aCoolDownThatRanOutIsNotTakenForASuccess() {
    fail(one, 5);
    board.poll();
    clock.advance(Duration.ofSeconds(5));
    board.poll();
    assertThat(two.isDown(SUBJECT)).isFalse();
    two.attempted(SUBJECT);
    fail(two, 1);
    assertThat(two.isDown(SUBJECT)).isTrue();
  }

  @Test
  void oneNodeOnlyProbesWhatFailuresTookDown() {
    fail(one, 5);
    board.poll();
    clock.advance(Duration.ofSeconds(5));
    board.poll();
    assertThat(two.isDown(SUBJECT)).isFalse();
    two.attempted(SUBJECT);
    assertThat(one.isDown(SUBJECT)).isTrue();
    assertThat(two.isDown(SUBJECT)).isTrue();
    board.poll();
    two.succeeded(SUBJECT, false, CONFIG);
    board.poll();
    assertThat(one.isDown(SUBJECT)).isFalse();
    assertThat(two.isDown(SUBJECT)).isFalse();
  }

  @Test
  void aProbeThatFailsDoublesTheTimeForAll() {
    fail(one, 5);
    board.poll();
    clock.advance(Duration.ofSeconds(5));
    assertThat(two.isDown(SUBJECT)).isFalse();
    two.attempted(SUBJECT);
    board.poll();
    fail(two, 1);
    board.poll();
    for (Health health : List.of(one, two)) {
      assertThat(Objects.requireNonNull(health.coolDown(SUBJECT)).until())
          .isEqualTo(clock.instant().plusSeconds(10));
    }
  }

  @Test
  void aProbeThatWasGivenUpIsTriedAgainSoonByWhoeverAsksFirst() {
    fail(one, 5);
    board.poll();
    clock.advance(Duration.ofSeconds(5));
    assertThat(two.isDown(SUBJECT)).isFalse();
    two.attempted(SUBJECT);
    board.poll();
    two.abandoned(SUBJECT);
    board.poll();
    clock.advance(Health.ASK_AGAIN);
    board.poll();
    assertThat(one.isDown(SUBJECT)).isFalse();
    assertThat(two.isDown(SUBJECT)).isTrue();
  }

  @Test
  void aNodeThatCannotAskTheBoardProbesAlone() {
    fail(one, 5);
    clock.advance(Duration.ofSeconds(5));
    board.away = true;
    assertThat(one.isDown(SUBJECT)).isFalse();
  }

  @Test
  void whileTheBoardHasNotAnsweredTheSubjectStaysDown() {
    fail(one, 5);
    clock.advance(Duration.ofSeconds(5));
    board.slow = true;
    assertThat(one.isDown(SUBJECT)).isTrue();
    board.answer();
    assertThat(one.isDown(SUBJECT)).isFalse();
  }

  @Test
  void failuresOfRequestsThatWereUnderWayDoNotDoubleTheTime() {
    fail(one, 12);
    assertThat(Objects.requireNonNull(one.coolDown(SUBJECT)).until())
        .isEqualTo(clock.instant().plusSeconds(5));
  }

  private static void fail(Health health, int times) {
    for (int i = 0; i < times; i++) {
      health.failed(SUBJECT, CONFIG);
    }
  }

  /** A board that tells its nodes what changed when it is polled. */
  private final class Board implements CoolDownBoard {
    private final List<Health> nodes = new ArrayList<>();
    private final Map<Subject, Notice> notices = new HashMap<>();
    private final Map<Subject, Instant> ends = new HashMap<>();
    private final Map<Subject, Instant> leases = new HashMap<>();
    private final List<Runnable> answers = new ArrayList<>();
    private boolean away;
    private boolean slow;

    void join(Health health) {
      nodes.add(health);
      health.share(this);
      health.hear(standing());
    }

    void poll() {
      List<Notice> standing = standing();
      nodes.forEach(node -> node.hear(standing));
    }

    void answer() {
      answers.forEach(Runnable::run);
    }

    @Override
    public void report(Notice notice) {
      Instant end = clock.instant().plus(notice.remaining());
      Instant known = ends.get(notice.subject());
      if (known == null || known.isBefore(end)) {
        ends.put(notice.subject(), end);
        notices.put(notice.subject(), notice);
      }
    }

    @Override
    public void clear(Subject subject) {
      ends.remove(subject);
      notices.remove(subject);
      leases.remove(subject);
    }

    @Override
    public CompletionStage<Boolean> tryProbe(Subject subject, Duration lease) {
      if (away) {
        return CompletableFuture.failedStage(new IllegalStateException("away"));
      }
      Instant held = leases.get(subject);
      boolean free = held == null || !held.isAfter(clock.instant());
      if (free) {
        leases.put(subject, clock.instant().plus(lease));
      }
      if (!slow) {
        return CompletableFuture.completedStage(free);
      }
      CompletableFuture<Boolean> later = new CompletableFuture<>();
      answers.add(() -> later.complete(free));
      return later;
    }

    private List<Notice> standing() {
      List<Notice> standing = new ArrayList<>();
      notices.forEach(
          (subject, notice) -> {
            Duration left =
                Duration.between(clock.instant(), Objects.requireNonNull(ends.get(subject)));
            if (left.toMillis() > 0) {
              standing.add(new Notice(subject, notice.cause(), notice.timesDown(), left));
            }
          });
      return standing;
    }
  }
}
