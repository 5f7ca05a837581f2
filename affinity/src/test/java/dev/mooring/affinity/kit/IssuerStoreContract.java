package dev.mooring.affinity.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.IssuerStore.Issuer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link IssuerStore} must pass. Each test has ids of its own. */
public abstract class IssuerStoreContract {
  private static final Issuer ORG_A = new Issuer("openai", "org-a", "scope-a");
  private static final Issuer ORG_B = new Issuer("azure", "org-b", "org-b");

  private final String first = randomHash();
  private final String second = randomHash();
  private @Nullable IssuerStore store;

  /** Makes a store. */
  protected abstract IssuerStore newIssuerStore();

  /**
   * Lets any time pass.
   *
   * @return whether it did; false where the store's clock is not the test's, and the test is then
   *     skipped
   */
  protected boolean elapse(Duration duration) {
    return false;
  }

  /** The same issuers as another node of the cluster sees them; the store itself where alone. */
  protected IssuerStore otherNode(IssuerStore one) {
    return one;
  }

  @BeforeEach
  void openIssuerStore() {
    store = newIssuerStore();
  }

  @Test
  void anUnknownIdHasNoIssuer() {
    assertThat(issuer(first)).isNull();
    assertThat(get(store().issuer(List.of()))).isNull();
  }

  @Test
  void anIdsIssuerIsRemembered() {
    remember(ORG_A, first);
    assertThat(issuer(first)).isEqualTo(ORG_A);
    assertThat(issuer(second)).isNull();
  }

  @Test
  void everyIdOfAnAnswerIsRemembered() {
    remember(ORG_A, first, second);
    assertThat(issuer(first)).isEqualTo(ORG_A);
    assertThat(issuer(second)).isEqualTo(ORG_A);
  }

  @Test
  void noIdsAreNothingToRemember() {
    remember(ORG_A);
    assertThat(issuer(first)).isNull();
  }

  @Test
  void theFirstIdThatIsKnownDecides() {
    remember(ORG_A, first);
    remember(ORG_B, second);
    assertThat(issuer(randomHash(), second, first)).isEqualTo(ORG_B);
    assertThat(issuer(first, second)).isEqualTo(ORG_A);
  }

  @Test
  void theLastWriterStands() {
    remember(ORG_A, first);
    remember(ORG_B, first);
    assertThat(issuer(first)).isEqualTo(ORG_B);
  }

  @Test
  void anIssuerComesBackWhateverItsNamesAreMadeOf() {
    Issuer odd = new Issuer("prov\n\0:|é😀", "\"cred\"", "{scope}\t");
    remember(odd, first);
    assertThat(issuer(first)).isEqualTo(odd);
  }

  @Test
  void anIssuerIsForgottenAfter30Days() {
    remember(ORG_A, first);
    assumeTrue(elapse(IssuerStore.LIFETIME.minusSeconds(1)), "the store's clock is its own");
    assertThat(issuer(first)).isEqualTo(ORG_A);
    elapse(Duration.ofSeconds(1));
    assertThat(issuer(first)).isNull();
  }

  @Test
  void anotherNodeKnowsTheIssuer() {
    remember(ORG_A, first);
    assertThat(get(otherNode(store()).issuer(List.of(first)))).isEqualTo(ORG_A);
  }

  private IssuerStore store() {
    if (store == null) {
      throw new IllegalStateException("store: not open");
    }
    return store;
  }

  private @Nullable Issuer issuer(String... hashes) {
    return get(store().issuer(List.of(hashes)));
  }

  private void remember(Issuer issuer, String... hashes) {
    store()
        .remember(List.of(hashes), issuer)
        .toCompletableFuture()
        .orTimeout(30, TimeUnit.SECONDS)
        .join();
  }

  private static @Nullable Issuer get(CompletionStage<@Nullable Issuer> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private static String randomHash() {
    String uuid = UUID.randomUUID().toString().replace("-", "");
    return uuid + uuid;
  }
}
