package dev.mooring.gateway.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What providers' own routers hear of sessions. */
class SessionNamesTest {
  private static final SessionKey SESSION = new SessionKey(Sha256.hex("session"));
  private static final SessionKey OTHER = new SessionKey(Sha256.hex("other"));
  private static final CredentialConfig ONE = new CredentialConfig("one", "key-1", 1, "org");
  private static final CredentialConfig TWIN = new CredentialConfig("twin", "key-2", 1, "org");
  private static final CredentialConfig APART = new CredentialConfig("apart", "key-3", 1, "apart");
  private static final CredentialConfig KEYLESS = new CredentialConfig("none", "", 1, "none");

  private static Provider provider(String preset) {
    return Providers.preset(preset, List.of(ONE, TWIN, APART, KEYLESS));
  }

  private static String told(String preset, SessionKey session, CredentialConfig account) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    provider(preset).tellSession(headers, session, account);
    return headers.isEmpty() ? "" : headers.entries().get(0).toString();
  }

  private static String name(SessionKey session, CredentialConfig account) {
    return Objects.requireNonNull(
        provider("openai").promptCacheKey(Dialect.CHAT, session, account));
  }

  @Test
  void aNameIsAHashOfItsOwnForEachSessionAndCache() {
    assertThat(name(SESSION, ONE)).matches("[0-9a-f]{32}").isEqualTo(name(SESSION, ONE));
    assertThat(name(SESSION, TWIN)).isEqualTo(name(SESSION, ONE));
    assertThat(name(OTHER, ONE)).isNotEqualTo(name(SESSION, ONE));
    assertThat(name(SESSION, APART)).isNotEqualTo(name(SESSION, ONE));
    assertThat(name(SESSION, KEYLESS)).matches("[0-9a-f]{32}");
    CredentialConfig own = new CredentialConfig("byok_1", "key-of-theirs", 1, "byok_1");
    assertThat(name(SESSION, own)).matches("[0-9a-f]{32}").isNotEqualTo(name(SESSION, ONE));
  }

  @ParameterizedTest
  @CsvSource({
    "xai, x-grok-conv-id",
    "fireworks, x-session-affinity",
    "zai, x-session-id",
    "openrouter, x-session-id",
    "vllm, x-session-id",
  })
  void aHeaderNamesTheSession(String preset, String header) {
    assertThat(told(preset, SESSION, ONE)).isEqualTo(header + "=" + name(SESSION, ONE));
  }

  @Test
  void aHeaderMayHaveAFixedValue() {
    assertThat(told("alibaba", SESSION, ONE)).isEqualTo("x-dashscope-session-cache=enable");
  }

  @ParameterizedTest
  @CsvSource({"openai", "groq", "cerebras", "deepseek", "ollama"})
  void whereNoHeaderIsKnownNoneIsSent(String preset) {
    assertThat(told(preset, SESSION, ONE)).isEmpty();
  }

  @Test
  void whatTheCallerSaysStays() {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("X-Session-Id", "theirs");
    provider("zai").tellSession(headers, SESSION, ONE);
    assertThat(headers.getAll("x-session-id")).containsExactly("theirs");
  }

  @ParameterizedTest
  @CsvSource({
    "openai, CHAT, true",
    "openai, RESPONSES, true",
    "azure, RESPONSES, true",
    "moonshot, CHAT, true",
    "mistral, CHAT, true",
    "together, CHAT, true",
    "xai, RESPONSES, true",
    "xai, CHAT, false",
    "groq, CHAT, false",
    "cerebras, CHAT, false",
    "deepseek, CHAT, false",
  })
  void aTranslatedBodyNamesTheSessionWhereTheProviderTakesThat(
      String preset, Dialect dialect, boolean takes) {
    String key = provider(preset).promptCacheKey(dialect, SESSION, ONE);
    assertThat(key).isEqualTo(takes ? name(SESSION, ONE) : null);
  }

  @ParameterizedTest
  @CsvSource({
    "xai, x-grok-conv-id, true",
    "groq, x-grok-conv-id, false",
    "openai, session-id, true",
    "openai, x-grok-conv-id, false",
    "xai, session-id, false",
  })
  void aCallersHeaderGoesToTheProviderWhoseRouterReadsIt(
      String preset, String header, boolean wanted) {
    assertThat(provider(preset).wantsSessionHeader(header)).isEqualTo(wanted);
  }
}
