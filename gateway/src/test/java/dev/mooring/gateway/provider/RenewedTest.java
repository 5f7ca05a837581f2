package dev.mooring.gateway.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The token of a credential: fetched once, shared, renewed in time. */
final class RenewedTest {
  private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final List<String> used = new ArrayList<>();
  private Instant now = START;
  private int fetches;
  private Duration life = Duration.ofHours(1);
  private @Nullable RuntimeException failure;

  private final Renewed<String> token = new Renewed<>("p/k", this::fetch, tasks::add, () -> now);

  private CompletionStage<Renewed.Issued<String>> fetch() {
    fetches++;
    if (failure != null) {
      throw failure;
    }
    return CompletableFuture.completedStage(
        new Renewed.Issued<>("token-" + fetches, now.plus(life)));
  }

  private @Nullable Future<Void> use() {
    return token.use(used::add);
  }

  private Future<Void> useLater() {
    return Objects.requireNonNull(use());
  }

  private void run() {
    Objects.requireNonNull(tasks.poll()).run();
  }

  @Test
  void allWhoAskWhileItIsFetchedShareOneFetch() {
    Future<Void> first = useLater();
    Future<Void> second = useLater();
    assertThat(used).isEmpty();
    assertThat(tasks).hasSize(1);
    run();
    assertThat(first.succeeded() && second.succeeded()).isTrue();
    assertThat(used).containsExactly("token-1", "token-1");
    assertThat(fetches).isEqualTo(1);
  }

  @Test
  void aTokenThatIsHeldIsUsedAtOnce() {
    use();
    run();
    now = now.plus(Duration.ofMinutes(54));
    assertThat(use()).isNull();
    assertThat(used).hasSize(2);
    assertThat(tasks).isEmpty();
  }

  @Test
  void itIsRenewedBeforeItExpiresWhileTheOldOneServes() {
    use();
    run();
    now = now.plus(Duration.ofMinutes(56));
    assertThat(use()).isNull();
    assertThat(use()).isNull();
    assertThat(tasks).hasSize(1);
    run();
    assertThat(use()).isNull();
    assertThat(used).containsExactly("token-1", "token-1", "token-1", "token-2");
  }

  @Test
  void ofAShortLifeTheLastQuarterIsForRenewal() {
    life = Duration.ofMinutes(4);
    use();
    run();
    now = START.plusSeconds(179);
    use();
    assertThat(tasks).isEmpty();
    now = START.plusSeconds(181);
    use();
    assertThat(tasks).hasSize(1);
  }

  @Test
  void aTokenThatIsAboutToExpireIsUsedNoMore() {
    use();
    run();
    now = START.plus(life).minusSeconds(10);
    assertThat(use()).isNotNull();
    run();
    assertThat(used).containsExactly("token-1", "token-2");
  }

  @Test
  void aRenewalThatFailsLeavesTheOldOneAndIsTriedAgainLater() {
    use();
    run();
    now = now.plus(Duration.ofMinutes(56));
    failure = new IllegalStateException("down");
    use();
    run();
    assertThat(use()).isNull();
    assertThat(tasks).isEmpty();
    failure = null;
    now = now.plusSeconds(10);
    use();
    run();
    use();
    assertThat(used).endsWith("token-1", "token-3");
  }

  @Test
  void whoWaitsForAFetchThatFailsIsToldAndTheNextOneTriesAgain() {
    failure = CredentialException.refused(new IllegalStateException("wrong secret"));
    Future<Void> first = useLater();
    run();
    assertThat(first.cause())
        .isInstanceOfSatisfying(
            CredentialException.class, told -> assertThat(told.refused()).isTrue());
    failure = null;
    Future<Void> second = useLater();
    run();
    assertThat(second.succeeded()).isTrue();
  }

  @Test
  void whatACallerIsToldOfAFaultHoldsNothingOfIt() {
    failure = new IllegalStateException("tenant 0815 has no such application");
    Future<Void> first = useLater();
    run();
    assertThat(first.cause())
        .isInstanceOf(CredentialException.class)
        .hasMessageNotContaining("0815");
  }

  @Test
  void aValueWhoseEndCannotBeReckonedFailsAndTheNextOneTriesAgain() {
    life = Duration.between(START, Instant.MIN);
    Future<Void> first = useLater();
    run();
    assertThat(first.cause()).isInstanceOf(CredentialException.class);
    life = Duration.ofHours(1);
    Future<Void> second = useLater();
    run();
    assertThat(second.succeeded()).isTrue();
  }
}
