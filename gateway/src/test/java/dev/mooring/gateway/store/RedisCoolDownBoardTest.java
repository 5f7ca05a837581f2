package dev.mooring.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.routing.CoolDownBoard.Notice;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.Health.Cause;
import dev.mooring.store.redis.HealthBoard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Notices of health as cool-downs in Redis, and back. */
class RedisCoolDownBoardTest {
  private static final Health.Subject SUBJECT = new Health.Subject("p", "c", "m");
  private static final Duration TEN = Duration.ofSeconds(10);

  private final Kept kept = new Kept();
  private final RedisCoolDownBoard board = new RedisCoolDownBoard(kept);

  @ParameterizedTest
  @EnumSource(Cause.class)
  void aNoticeOfEveryCauseComesBackAsItWas(Cause cause) {
    Notice notice = new Notice(SUBJECT, cause, 3, TEN);
    board.report(notice);
    assertThat(RedisCoolDownBoard.notices(kept.reported)).containsExactly(notice);
  }

  @Test
  void aNoticeWithNoTimeLeftIsNotTold() {
    board.report(new Notice(SUBJECT, Cause.REJECTED, 0, Duration.ZERO));
    assertThat(kept.reported).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "failures", "boredom 3", "failures -1", "failures 99999999"})
  void whatAnotherVersionPutThereIsPassedOver(String reason) {
    HealthBoard.Subject subject = new HealthBoard.Subject("p", "c", "m");
    assertThat(RedisCoolDownBoard.notices(List.of(new HealthBoard.CoolDown(subject, reason, TEN))))
        .isEmpty();
  }

  /** Keeps what it is told. */
  private static final class Kept implements HealthBoard {
    private final List<CoolDown> reported = new ArrayList<>();

    @Override
    public CompletionStage<Void> report(CoolDown coolDown) {
      reported.add(coolDown);
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> clear(Subject subject) {
      reported.removeIf(each -> each.subject().equals(subject));
      return CompletableFuture.completedStage(null);
    }

    @Override
    public void subscribe(Consumer<List<CoolDown>> listener) {
      listener.accept(List.copyOf(reported));
    }

    @Override
    public CompletionStage<Void> heard() {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Boolean> tryProbe(Subject subject, Duration lease) {
      return CompletableFuture.completedStage(true);
    }

    @Override
    public void close() {}
  }
}
