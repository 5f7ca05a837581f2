package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which headers go on, both ways (contract, sections 3 and 4). */
class HeadersTest {
  private static final String CONFIG =
      """
      providers:
        - { id: claude, type: anthropic, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: k, apiKey: key-of-claude }] }
        - { id: like, type: anthropic-compatible, baseUrl: "@1", retry: { maxRetries: 0 },
            credentials: [{ id: k, apiKey: key-of-like }] }
        - { id: gpt, type: openai, baseUrl: "@2", retry: { maxRetries: 0 },
            credentials: [{ id: k, apiKey: key-of-gpt }] }
        - { id: open, type: openai-compatible, baseUrl: "@3", retry: { maxRetries: 0 },
            credentials: [{ id: k, apiKey: key-of-open }] }
      models:
        - { id: c, targets: [{ provider: claude, model: c }, { provider: like, model: c }] }
        - { id: g, targets: [{ provider: gpt, model: g }, { provider: open, model: g }] }
      """;
  private static final List<String> SESSION_HEADERS =
      List.of(
          "x-claude-code-session-id",
          "session-id",
          "session_id",
          "thread-id",
          "conversation_id",
          "x-client-request-id",
          "x-parent-session-id",
          "x-multi-turn-session-id",
          "x-acme_thread_id",
          "x-conversation-id",
          "x-litellm-session-id",
          "x-opencode-session");

  private static Wire wire;

  @BeforeAll
  static void start() {
    List<SimulatorConfig> upstreams = new ArrayList<>();
    for (String name : List.of("claude", "like", "gpt", "open")) {
      SimulatedKey key = SimulatedKey.of("k", "key-of-" + name);
      upstreams.add(SimulatorConfig.of(key).withCodexTurnState());
    }
    wire = Wire.of(CONFIG, upstreams.toArray(SimulatorConfig[]::new));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    for (int i = 0; i < 4; i++) {
      wire.simulator(i).clearRequests();
      wire.simulator(i).credential("k").clearFaults();
    }
    wire.clock().advance(java.time.Duration.ofMinutes(5));
  }

  private static RawClient.RawAnswer post(ApiCall api, String model, String... headers) {
    try (RawClient client = RawClient.to(wire)) {
      byte[] body = api.bodyOf(model, "hello").getBytes(StandardCharsets.UTF_8);
      return client.post(api.path(), body, headers).answer();
    }
  }

  private static ReceivedRequest received(int simulator) {
    List<ReceivedRequest> requests = wire.received(simulator);
    assertThat(requests).hasSize(1);
    return requests.get(0);
  }

  private static void failOver(int simulator) {
    wire.simulator(simulator).credential("k").fault(Fault.status(500));
  }

  @Test
  void sessionIdAndAffinityHeadersGoToWhicheverProviderIsTried() {
    failOver(0);
    post(ApiCall.MESSAGES, "c", "X-Session-Id: My ID", "x-session-affinity:  as it came");
    failOver(2);
    post(ApiCall.CHAT, "g", "x-session-id: My ID", "X-Session-Affinity: as it came");
    for (int i = 0; i < 4; i++) {
      assertThat(received(i).header("x-session-id")).isEqualTo("My ID");
      assertThat(received(i).header("x-session-affinity")).isEqualTo("as it came");
    }
  }

  @Test
  void otherSessionHeadersGoOnlyToTheProviderWhoseOwnApiWantsThem() {
    String[] lines = SESSION_HEADERS.stream().map(name -> name + ": s").toArray(String[]::new);
    failOver(0);
    post(ApiCall.MESSAGES, "c", lines);
    failOver(2);
    post(ApiCall.CHAT, "g", lines);
    assertThat(received(0).headers()).containsKey("x-claude-code-session-id");
    assertThat(received(2).headers())
        .containsKeys(
            "session-id", "session_id", "thread-id", "conversation_id", "x-client-request-id");
    for (String name : SESSION_HEADERS) {
      boolean claudes = name.equals("x-claude-code-session-id");
      boolean codexs = SESSION_HEADERS.indexOf(name) >= 1 && SESSION_HEADERS.indexOf(name) <= 5;
      assertThat(received(0).headers().containsKey(name)).as(name).isEqualTo(claudes);
      assertThat(received(2).headers().containsKey(name)).as(name).isEqualTo(codexs);
      assertThat(received(1).headers()).doesNotContainKey(name);
      assertThat(received(3).headers()).doesNotContainKey(name);
    }
  }

  @Test
  void theCallersCredentialsAndWhatIsOursStayHere() {
    String[] lines = {
      "authorization: Bearer callers-own",
      "x-api-key: callers-own",
      "api-key: callers-own",
      "x-goog-api-key: callers-own",
      "x-portkey-api-key: callers-own",
      "x-portkey-config: callers-own",
      "helicone-auth: Bearer callers-own",
      "x-acme-authorization: callers-own",
      "x-auth-token: callers-own",
      "azure-api_key: callers-own",
      "openai-organization: callers-own",
      "cookie: callers-own",
      "x-bf-session-id: ours",
      "x-bf-vk: callers-own",
      "x-mooring-anything: ours",
      "x-forwarded-for: callers-own",
      "proxy-authorization: callers-own",
      "keep-alive: timeout=5",
      "te: trailers",
      "connection: keep-alive, X-Named-Hop",
      "x-named-hop: gone",
      "accept-encoding: gzip, br"
    };
    post(ApiCall.MESSAGES, "c", lines);
    post(ApiCall.CHAT, "g", lines);
    for (int i : new int[] {0, 2}) {
      ReceivedRequest request = received(i);
      assertThat(request.headers().toString()).doesNotContain("callers-own", "ours");
      assertThat(request.headers())
          .doesNotContainKeys("keep-alive", "te", "x-named-hop", "proxy-authorization");
      assertThat(request.header("accept-encoding")).isEqualTo("identity");
      assertThat(request.headers().get("content-length")).hasSize(1);
    }
    assertThat(received(0).header("x-api-key")).isEqualTo("key-of-claude");
    assertThat(received(2).header("authorization")).isEqualTo("Bearer key-of-gpt");
  }

  @Test
  void everythingElseGoesOnWithItsRepetitions() {
    post(
        ApiCall.MESSAGES,
        "c",
        "anthropic-beta: first-2026-01-01,second-2026-01-01",
        "Anthropic-Beta: third-2026-01-01",
        "anthropic-version: 2023-01-01",
        "x-stainless-lang: js",
        "x-codex-turn-metadata: {\"a\":1}",
        "x-codex-parent-thread-id: t",
        "x-author: a",
        "x-unheard-of: v",
        "traceparent: 00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01",
        "user-agent: agent/1");
    ReceivedRequest request = received(0);
    assertThat(request.headers().get("anthropic-beta"))
        .containsExactly("first-2026-01-01,second-2026-01-01", "third-2026-01-01");
    assertThat(request.header("anthropic-version")).isEqualTo("2023-01-01");
    assertThat(request.headers())
        .containsKeys(
            "x-stainless-lang",
            "x-codex-turn-metadata",
            "x-codex-parent-thread-id",
            "x-author",
            "x-unheard-of",
            "traceparent");
    assertThat(request.header("user-agent")).isEqualTo("agent/1");
  }

  @Test
  void aBodyWithoutAContentTypeGoesOnAsJson() {
    post(ApiCall.MESSAGES, "c");
    post(ApiCall.CHAT, "g", "content-type: ");
    assertThat(received(0).headers().get("content-type")).containsExactly("application/json");
    assertThat(received(2).headers().get("content-type")).containsExactly("application/json");
  }

  @Test
  void anthropicIsToldAVersionWhenTheCallerNamesNone() {
    post(ApiCall.MESSAGES, "c");
    assertThat(received(0).header("anthropic-version")).isEqualTo("2023-06-01");
  }

  @Test
  void theProvidersHeadersArriveButNotWhatBelongsToItsConnection() {
    Fault odd =
        Fault.status(400)
            .withHeader("x-codex-turn-state", "ts")
            .withHeader("x-codex-primary-used-percent", "7")
            .withHeader("retry-after", "7")
            .withHeader("x-should-retry", "false")
            .withHeader("anthropic-ratelimit-tokens-remaining", "5")
            .withHeader("connection", "x-named-hop")
            .withHeader("x-named-hop", "gone")
            .withHeader("keep-alive", "timeout=3")
            .withHeader("proxy-authenticate", "Basic")
            .withHeader("x-mooring-provider", "forged");
    wire.simulator(0).credential("k").fault(odd);
    RawClient.RawAnswer answer = post(ApiCall.MESSAGES, "c");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("x-codex-turn-state")).isEqualTo("ts");
    assertThat(answer.header("x-codex-primary-used-percent")).isEqualTo("7");
    assertThat(answer.header("retry-after")).isEqualTo("7");
    assertThat(answer.header("x-should-retry")).isEqualTo("false");
    assertThat(answer.header("anthropic-ratelimit-tokens-remaining")).isEqualTo("5");
    assertThat(answer.header("x-named-hop")).isEmpty();
    assertThat(answer.header("keep-alive")).isEmpty();
    assertThat(answer.header("proxy-authenticate")).isEmpty();
    assertThat(answer.all("x-mooring-provider")).containsExactly("claude");
  }

  @Test
  void rateLimitAndRequestIdsOfTheProviderArriveOnSuccess() {
    RawClient.RawAnswer claude = post(ApiCall.MESSAGES, "c");
    assertThat(claude.header("anthropic-ratelimit-requests-limit")).isNotEmpty();
    assertThat(claude.header("request-id")).isNotEmpty();
    assertThat(claude.header("x-request-id")).isEqualTo(claude.header("request-id"));
    assertThat(claude.header("x-mooring-request-id")).startsWith("req_");
    RawClient.RawAnswer gpt = post(ApiCall.CHAT, "g");
    assertThat(gpt.header("x-ratelimit-remaining-requests")).isNotEmpty();
    assertThat(gpt.all("x-request-id"))
        .singleElement()
        .isNotEqualTo(gpt.header("x-mooring-request-id"));
    assertThat(gpt.header("x-mooring-provider")).isEqualTo("gpt");
    assertThat(gpt.header("x-mooring-affinity")).isEqualTo("skipped_below_min_prefix");
    RawClient.RawAnswer turn = post(ApiCall.RESPONSES, "g");
    assertThat(turn.header("x-codex-turn-state")).isNotEmpty();
  }

  @Test
  void anAnswerOfOursHasOneRequestIdUnderBothNames() {
    RawClient.RawAnswer answer = post(ApiCall.CHAT, "unknown", "x-request-id: the-callers");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.all("x-mooring-request-id")).singleElement().asString().startsWith("req_");
    assertThat(answer.all("x-request-id")).isEqualTo(answer.all("x-mooring-request-id"));
    RawClient.RawAnswer message = post(ApiCall.MESSAGES, "unknown");
    assertThat(message.status()).isEqualTo(404);
    assertThat(message.all("request-id")).isEqualTo(message.all("x-mooring-request-id"));
  }
}
