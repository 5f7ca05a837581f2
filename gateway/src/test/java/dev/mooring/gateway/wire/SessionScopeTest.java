package dev.mooring.gateway.wire;

import static dev.mooring.gateway.wire.TwoProviders.ONLY_Q;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** To whom a session belongs (contract, section 4, "Scope"). */
class SessionScopeTest {
  private static final String TEAMS =
      """
      teams:
        - id: acme
          keys:
            - { id: web, secret: secret-of-web, userHeader: X-Acme-User }
            - { id: batch, secret: secret-of-batch }
        - { id: rival, keys: [{ id: web, secret: secret-of-rival }] }
      """;
  private static final String PATH = "/v1/chat/completions";

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = TwoProviders.wire(TEAMS);
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    TwoProviders.reset(wire);
  }

  @ParameterizedTest
  @ValueSource(strings = {"session_id", "prompt_cache_key"})
  void theSameIdUnderTwoClientKeysOrTeamsIsTwoSessions(String field) {
    String id = "\"" + field + "\":\"shared-id\"";
    Answer web = post("secret-of-web", id + "," + ONLY_Q);
    assertThat(web.outcome()).isEqualTo("no_pin");
    assertThat(post("secret-of-web", id).outcome()).isEqualTo("promoted");
    assertThat(post("secret-of-batch", id).outcome()).isEqualTo("no_pin");
    assertThat(post("secret-of-rival", id).outcome()).isEqualTo("no_pin");
    assertThat(post("secret-of-batch", id).provider()).isEqualTo("p");
  }

  @Test
  void theSameAgentSessionUnderTwoClientKeysIsTwoSessions() {
    post("secret-of-web", ONLY_Q, "x-claude-code-session-id", "agent-1");
    assertThat(post("secret-of-web", "", "x-claude-code-session-id", "agent-1").outcome())
        .isEqualTo("promoted");
    assertThat(post("secret-of-batch", "", "x-claude-code-session-id", "agent-1").outcome())
        .isEqualTo("no_pin");
  }

  @Test
  void theUserThatATrustedProxyNamesIsPartOfTheScope() {
    String id = "\"session_id\":\"of-a-user\"";
    post("secret-of-web", id + "," + ONLY_Q, "x-acme-user", "ann");
    assertThat(post("secret-of-web", id, "x-acme-user", " ann ").outcome()).isEqualTo("promoted");
    assertThat(post("secret-of-web", id, "x-acme-user", "bob").outcome()).isEqualTo("no_pin");
    assertThat(post("secret-of-web", id).outcome()).isEqualTo("no_pin");
  }

  @Test
  void aUserHeaderThatTheKeyDoesNotNameIsNobody() {
    String id = "\"session_id\":\"of-nobody\"";
    post("secret-of-batch", id + "," + ONLY_Q, "x-acme-user", "ann");
    assertThat(post("secret-of-batch", id, "x-acme-user", "bob").outcome()).isEqualTo("promoted");
  }

  @Test
  void theUserAndTheClientsKeysStayHere() {
    post("secret-of-web", "", "x-acme-user", "ann", "x-api-key", "secret-of-batch");
    assertThat(wire.received(0))
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.headers().toString())
                  .doesNotContain("ann")
                  .doesNotContain("secret-of");
              assertThat(request.header("authorization")).startsWith("Bearer key-of-");
            });
  }

  private static Answer post(String secret, String fields, String... headers) {
    String[] all = new String[headers.length + 2];
    all[0] = "authorization";
    all[1] = "Bearer " + secret;
    System.arraycopy(headers, 0, all, 2, headers.length);
    Answer answer = wire.post(PATH, ApiCall.CHAT.body("scope", fields), all);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer;
  }
}
