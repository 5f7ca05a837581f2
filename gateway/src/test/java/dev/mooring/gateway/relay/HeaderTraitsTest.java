package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a header may go by its name alone (contract, sections 3 and 4). */
class HeaderTraitsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"Accept", "anthropic-beta", "x-session-id", "X-Stainless-Lang", "user-agent"})
  void whatIsOnNoListGoesBothWays(String name) {
    assertThat(HeaderTraits.of(name).upstream()).isTrue();
    assertThat(HeaderTraits.of(name).caller()).isTrue();
    assertThat(HeaderTraits.of(name).session()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Connection", "TE", "Transfer-Encoding", "Keep-Alive", "upgrade"})
  void whatBelongsToOneConnectionGoesNeitherWay(String name) {
    assertThat(HeaderTraits.of(name).upstream()).isFalse();
    assertThat(HeaderTraits.of(name).caller()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "X-Api-Key",
        "x_api_key",
        "Cookie",
        "x-portkey-virtual-key",
        "cf-access-client-secret",
        "X-Forwarded-For",
        "x-bf-vk",
        "X-Mooring-Anything"
      })
  void credentialsAndWhatIsForGatewaysReachNoProvider(String name) {
    assertThat(HeaderTraits.of(name).upstream()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Session-Id",
        "x-claude-code-session-id",
        "thread_id",
        "conversation-id",
        "x-opencode-session"
      })
  void sessionNamesAreKnownByTheirEndingOrByHeart(String name) {
    assertThat(HeaderTraits.of(name).session()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-session-affinity", "x-codex-session-id", "x-session-identity", "sid"})
  void whatEveryProviderGetsIsNoSessionNameOfOnes(String name) {
    assertThat(HeaderTraits.of(name).session()).isFalse();
  }

  @Test
  void aFloodOfNamesIsReadRightAndNotKept() {
    for (int i = 0; i < 5_000; i++) {
      assertThat(HeaderTraits.of("x-flood-" + i + "-session-id").session()).isTrue();
    }
    assertThat(HeaderTraits.known()).isLessThanOrEqualTo(1_100);
  }
}
