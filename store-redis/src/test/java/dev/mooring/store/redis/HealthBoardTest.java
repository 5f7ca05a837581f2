package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.store.redis.HealthBoard.CoolDown;
import dev.mooring.store.redis.HealthBoard.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Cool-downs that all nodes share. */
class HealthBoardTest {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofSeconds(60);

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  private final Subject subject = new Subject("anthropic", "org-a", "claude\n" + System.nanoTime());

  @Test
  void whatOneNodeReportsOthersHearAndANewNodeStartsWith() {
    HealthBoard one = SERVER.store().health();
    Heard heard = listen(SERVER.store());
    answer(one.report(new CoolDown(subject, "429 of the provider", LONG)));
    awaitHeard(heard);
    CoolDown coolDown = of(heard);
    assertThat(coolDown.reason()).isEqualTo("429 of the provider");
    assertThat(coolDown.remaining()).isBetween(LONG.minus(SOON), LONG);
    awaitHeard(listen(SERVER.store()));
  }

  @Test
  void aClearedCoolDownEndsEverywhere() {
    HealthBoard one = SERVER.store().health();
    Heard heard = listen(SERVER.store());
    answer(one.report(new CoolDown(subject, "down", LONG)));
    awaitHeard(heard);
    answer(one.clear(subject));
    awaitNotHeard(heard);
  }

  @Test
  void aCoolDownEndsByItself() {
    RedisStore store = SERVER.store();
    Heard heard = listen(store);
    answer(store.health().report(new CoolDown(subject, "down", Duration.ofSeconds(1))));
    awaitHeard(heard);
    awaitNotHeard(heard);
  }

  @Test
  void ofTwoReportsTheLaterEndStands() {
    RedisStore store = SERVER.store();
    answer(store.health().report(new CoolDown(subject, "long", LONG)));
    answer(store.health().report(new CoolDown(subject, "short", Duration.ofSeconds(5))));
    Heard heard = listen(store);
    awaitHeard(heard);
    assertThat(of(heard).reason()).isEqualTo("long");
  }

  @Test
  void oneNodeOnlyMayProbeUntilTheLeaseEndsOrIsCleared() {
    HealthBoard one = SERVER.store().health();
    HealthBoard two = SERVER.store().health();
    assertThat(answer(one.tryProbe(subject, LONG))).isTrue();
    assertThat(answer(two.tryProbe(subject, LONG))).isFalse();
    answer(one.clear(subject));
    assertThat(answer(two.tryProbe(subject, Duration.ofMillis(20)))).isTrue();
    Awaitility.await().atMost(SOON).until(() -> answer(one.tryProbe(subject, LONG)));
  }

  @Test
  void aReportThatRedisMissedIsToldWhenItIsBack() {
    RedisStore store = SERVER.store(SERVER.settings().withTimeout(Duration.ofMillis(100)));
    Heard heard = listen(store);
    SERVER.process(0).kill();
    assertThat(store.health().report(new CoolDown(subject, "down", LONG)).toCompletableFuture())
        .failsWithin(10, TimeUnit.SECONDS);
    SERVER.process(0).start();
    awaitHeard(heard);
  }

  private static Heard listen(RedisStore store) {
    Heard heard = new Heard();
    store.health().subscribe(heard);
    return heard;
  }

  private void awaitHeard(Heard heard) {
    Awaitility.await().atMost(SOON).until(() -> heard.of(subject).isPresent());
  }

  private void awaitNotHeard(Heard heard) {
    Awaitility.await().atMost(SOON).until(() -> heard.of(subject).isEmpty());
  }

  private CoolDown of(Heard heard) {
    return heard.of(subject).orElseThrow();
  }

  /** A listener that keeps what it was told last. */
  private static final class Heard implements Consumer<List<CoolDown>> {
    private volatile List<CoolDown> last = List.of();

    @Override
    public void accept(List<CoolDown> coolDowns) {
      last = coolDowns;
    }

    Optional<CoolDown> of(Subject subject) {
      return last.stream().filter(each -> each.subject().equals(subject)).findFirst();
    }
  }
}
