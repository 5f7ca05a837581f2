package dev.mooring.gateway.wire;

import static dev.mooring.gateway.wire.TwoProviders.ONLY_Q;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the table of session sources, and their order (contract, section 4). */
class SessionSourceTest {
  private static final String UUID = "8b1f0c3e-2f52-4d8b-9a55-0f6c0a6d9e10";
  private static final String DEVICE = "0123456789abcdef".repeat(4);

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = TwoProviders.wire("");
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    TwoProviders.reset(wire);
  }

  /**
   * A source in use: a value for it in a body field or header.
   *
   * @param field a body member, or empty
   * @param option a member of {@code providerOptions.gateway}, or empty
   * @param header a header's name and value, or nothing
   */
  private record Source(
      String name,
      String kind,
      boolean pinsCredential,
      String id,
      String field,
      String option,
      List<String> header) {
    static Source option(String id) {
      return new Source(
          "sessionId", "explicit", true, id, "", "\"sessionId\":\"" + id + "\"", List.of());
    }

    static Source field(String name, String kind, boolean credential, String id, String json) {
      return new Source(name, kind, credential, id, json, "", List.of());
    }

    static Source header(String name, String kind, String id) {
      return new Source(name, kind, true, id, "", "", List.of(name, id));
    }

    Answer post(String opening, boolean onlyQ) {
      String only = onlyQ ? "\"only\":[\"q\"]" : "";
      String both = option.isEmpty() || only.isEmpty() ? option + only : option + "," + only;
      String options = "\"providerOptions\":{\"gateway\":{" + both + "}}";
      return wire.post(
          "/v1/chat/completions",
          ApiCall.CHAT.body(opening, field, options),
          header.toArray(String[]::new));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static String userId(String value) {
    return "\"metadata\":{\"user_id\":\"" + value + "\"}";
  }

  static Stream<Source> sources() {
    return Stream.of(
        Source.option("by-option"),
        Source.field("session_id", "explicit", true, "by-field", "\"session_id\":\"by-field\""),
        Source.header("x-bf-session-id", "explicit", "by-bf"),
        Source.header("x-session-id", "explicit", "by-session"),
        Source.header("x-session-affinity", "explicit", "by-affinity"),
        Source.header("session-id", "agent", "by-codex-1"),
        Source.header("session_id", "agent", "by-codex-2"),
        Source.header("thread-id", "agent", "by-codex-3"),
        Source.header("conversation_id", "agent", "by-codex-4"),
        Source.field(
            "prompt_cache_key", "explicit", false, "by-key", "\"prompt_cache_key\":\"by-key\""),
        Source.header("x-claude-code-session-id", "agent", "by-claude"),
        Source.field(
            "user_id, older",
            "agent",
            true,
            UUID,
            userId("user_" + DEVICE + "_account__session_" + UUID)),
        Source.field(
            "user_id, JSON",
            "agent",
            true,
            UUID.replace('8', '9'),
            userId(
                ("{'device_id':'" + DEVICE + "','account_uuid':'','session_id':'" + UUID + "'}")
                    .replace('8', '9')
                    .replace("'", "\\\""))),
        new Source("fingerprint", "fingerprint", false, "", "", "", List.of()));
  }

  @ParameterizedTest
  @MethodSource("sources")
  void eachSourceIsReportedAndPinsTheProviderAndSomeTheCredentialToo(Source source) {
    String opening = "conversation of " + source.name();
    Answer first = source.post(opening, true);
    assertThat(first.status()).as(first.text()).isEqualTo(200);
    assertThat(first.routing().path("clientSessionIdSource").asText()).isEqualTo(source.kind());
    String id = first.routing().path("clientSessionId").asText();
    if (source.kind().equals("fingerprint")) {
      assertThat(id).matches("[0-9a-f]{32}");
    } else {
      assertThat(id).isEqualTo(source.id());
    }
    assertThat(first.header("x-mooring-session-id")).isEqualTo(id);
    assertThat(first.header("x-mooring-session-source")).isEqualTo(source.kind());
    assertThat(first.outcome()).isEqualTo("no_pin");

    String drawn = lastCredential();
    String other = drawn.equals("c") ? "d" : "c";
    wire.simulator(1).credential(drawn).fault(Fault.status(403));
    Answer moved = source.post(opening, true);
    assertThat(moved.status()).as(moved.text()).isEqualTo(200);
    assertThat(lastCredential()).isEqualTo(other);

    wire.clock().advance(Duration.ofSeconds(61));
    Answer later = source.post(opening, false);
    assertThat(later.outcome()).isEqualTo("promoted");
    assertThat(later.routing().path("affinity").path("pinnedProvider").asText()).isEqualTo("q");
    assertThat(lastCredential()).isEqualTo(source.pinsCredential() ? other : drawn);
  }

  @Test
  void theFirstSourceThatGivesANonBlankValueWins() {
    List<Source> ordered = sources().filter(source -> !source.name().contains("older")).toList();
    for (int first = 0; first < ordered.size(); first++) {
      Answer answer = all(ordered, first);
      Source winner = ordered.get(first);
      assertThat(answer.routing().path("clientSessionIdSource").asText())
          .as(winner.name())
          .isEqualTo(winner.kind());
      if (!winner.kind().equals("fingerprint")) {
        assertThat(answer.routing().path("clientSessionId").asText()).isEqualTo(winner.id());
      }
    }
  }

  /** Sends all sources at once: those before an index blank, the others with their value. */
  private static Answer all(List<Source> sources, int firstGiven) {
    java.util.ArrayList<String> fields = new java.util.ArrayList<>();
    java.util.ArrayList<String> headers =
        new java.util.ArrayList<>(List.of("x-bf-session-affinity", "off"));
    for (int i = 0; i < sources.size(); i++) {
      Source source = sources.get(i);
      boolean given = i >= firstGiven;
      if (!source.field().isEmpty()) {
        fields.add(given ? source.field() : source.field().replace(source.id(), "  "));
      }
      if (!source.option().isEmpty()) {
        String option = given ? source.option() : "\"sessionId\":\" \\t\"";
        fields.add("\"providerOptions\":{\"gateway\":{" + option + "}}");
      }
      if (!source.header().isEmpty()) {
        headers.add(source.header().get(0));
        headers.add(given ? source.header().get(1) : "   ");
      }
    }
    return wire.post(
        "/v1/chat/completions",
        ApiCall.CHAT.body("all sources", fields.toArray(String[]::new)),
        headers.toArray(String[]::new));
  }

  @Test
  void malformedClaudeCodeUserIdsNameNoSessionAndAreNoFault() {
    for (String userId :
        List.of(
            "\"user_12_account__session_x\"",
            "\"{\\\"session_id\\\":\"",
            "\"{\\\"session_id\\\":5}\"",
            "\"{}\"",
            "\"someone\"",
            "\"\"",
            "17",
            "null",
            "{\"session_id\":\"x\"}")) {
      String field = "\"metadata\":{\"user_id\":" + userId + "}";
      Answer answer = wire.post("/v1/messages", ApiCall.MESSAGES.body("malformed user id", field));
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.routing().path("clientSessionIdSource").asText())
          .as(userId)
          .isEqualTo("fingerprint");
    }
  }

  @Test
  void bothSyntaxesOfClaudeCodesUserIdAndItsHeaderNameOneSession() {
    String id = "11111111-2222-3333-4444-555555555555";
    String older = userId("user_" + DEVICE + "_account_" + UUID + "_session_" + id);
    String newer = userId(("{'session_id':'" + id + "'}").replace("'", "\\\""));
    Answer first = wire.post("/v1/messages", ApiCall.MESSAGES.body("one", older, ONLY_Q));
    Answer second = wire.post("/v1/messages", ApiCall.MESSAGES.body("two", newer));
    Answer third =
        wire.post("/v1/messages", ApiCall.MESSAGES.body("three"), "x-claude-code-session-id", id);
    assertThat(first.outcome()).isEqualTo("no_pin");
    assertThat(second.outcome()).isEqualTo("promoted");
    assertThat(third.outcome()).isEqualTo("promoted");
    assertThat(third.provider()).isEqualTo("q");
  }

  @Test
  void anIdAndTheSameTextAsPromptCacheKeyAreSeparateSessions() {
    wire.post(
        "/v1/chat/completions", ApiCall.CHAT.body("x", "\"session_id\":\"same text\"", ONLY_Q));
    Answer key =
        wire.post(
            "/v1/chat/completions", ApiCall.CHAT.body("y", "\"prompt_cache_key\":\"same text\""));
    assertThat(key.outcome()).isEqualTo("no_pin");
    assertThat(key.provider()).isEqualTo("p");
    Answer header =
        wire.post("/v1/chat/completions", ApiCall.CHAT.body("z"), "x-session-id", "same text");
    assertThat(header.outcome()).as("one ID, whatever names it").isEqualTo("promoted");
  }

  private static String lastCredential() {
    List<ReceivedRequest> requests = wire.received(1);
    return requests.get(requests.size() - 1).credential();
  }
}
