package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cache markers for callers who send none (contract, section 3), as providers get them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PromptCachingTest {
  private static final String CONFIG =
      """
      providers:
        - { id: on, type: anthropic, baseUrl: "@0", promptCache: { autoInject: true },
            retry: { maxRetries: 0 }, credentials: [{ id: k, apiKey: k }] }
        - { id: hour, type: anthropic, baseUrl: "@0", promptCache: { autoInject: true, ttl: 1h },
            credentials: [{ id: k, apiKey: k }] }
        - { id: off, type: anthropic, baseUrl: "@0", promptCache: { autoInject: false },
            credentials: [{ id: k, apiKey: k }] }
        - { id: plain, type: anthropic, baseUrl: "@0", credentials: [{ id: k, apiKey: k }] }
        - { id: points, type: anthropic, baseUrl: "@0", promptCache: { points: [{ role: system }] },
            credentials: [{ id: k, apiKey: k }] }
        - { id: router, type: openai-compatible, baseUrl: "@0", apis: [chat, responses],
            promptCache: { autoInject: true }, credentials: [{ id: k, apiKey: k }] }
        - { id: openai, type: openai, baseUrl: "@0", promptCache: { autoInject: true },
            credentials: [{ id: k, apiKey: k }] }
        - { id: openai-plain, type: openai, baseUrl: "@0", credentials: [{ id: k, apiKey: k }] }
        - { id: other, type: anthropic-compatible, baseUrl: "@1", credentials: [{ id: k, apiKey: k }] }
      models:
        - { id: on, targets: [{ provider: on, model: claude-sonnet-5 }] }
        - { id: hour, targets: [{ provider: hour, model: claude-sonnet-5 }] }
        - { id: off, targets: [{ provider: off, model: claude-sonnet-5 }] }
        - { id: plain, targets: [{ provider: plain, model: claude-sonnet-5 }] }
        - { id: points, targets: [{ provider: points, model: claude-sonnet-5 }] }
        - { id: uncached, caching: { supported: false }, targets: [{ provider: on, model: claude-sonnet-5 }] }
        - { id: routed, targets: [{ provider: router, model: anthropic/claude-sonnet-5 }] }
        - { id: routed-other, targets: [{ provider: router, model: some-model }] }
        - { id: gpt-5.6, targets: [{ provider: openai, model: gpt-5.6 }] }
        - { id: gpt-5.5, targets: [{ provider: openai, model: gpt-5.5 }] }
        - { id: gpt-5.6-plain, targets: [{ provider: openai-plain, model: gpt-5.6 }] }
        - { id: two, targets: [{ provider: on, model: claude-sonnet-5 }, { provider: other, model: claude-sonnet-5 }] }
      """;
  private static final String AUTO = "\"caching\":\"auto\"";
  private static final String MARKER = "\"cache_control\":{\"type\":\"ephemeral\"}";
  private static final String HOUR = "\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}";
  private static final String BREAKPOINT = "\"prompt_cache_breakpoint\":{\"mode\":\"explicit\"}";
  private static final String LONG = "much is said here ".repeat(300);

  private final AtomicInteger sessions = new AtomicInteger();
  private Wire wire;

  @BeforeAll
  void start() {
    SimulatedKey key = SimulatedKey.of("k", "k");
    wire = Wire.of(CONFIG, SimulatorConfig.of(key), SimulatorConfig.of(key));
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  @BeforeEach
  void forget() {
    for (int i = 0; i < 2; i++) {
      wire.simulator(i).clearRequests();
      wire.simulator(i).credential("k").clearFaults();
    }
    wire.clock().advance(Duration.ofHours(2));
  }

  @ParameterizedTest
  @CsvSource({
    "on, /v1/messages, ''",
    "plain, /v1/messages, auto",
    "hour, /v1/messages, ''",
    "routed, /v1/chat/completions, ''",
    "routed, /v1/chat/completions, auto",
    "routed, /v1/responses, ''",
  })
  void aGrowingConversationReadsFromTheCacheFromItsSecondTurnOn(
      String model, String path, String caching) {
    List<Long> read = converse(model, path, caching.isEmpty() ? "" : "," + AUTO);
    assertThat(read.get(0)).isZero();
    for (int turn = 1; turn < read.size(); turn++) {
      assertThat(read.get(turn)).isGreaterThan(read.get(turn - 1));
    }
    assertThat(received(0)).allSatisfy(each -> assertThat(markers(each)).isBetween(1, 2));
  }

  @Test
  void withoutMarkersNothingIsRead() {
    assertThat(converse("plain", Turns.MESSAGES, "")).containsOnly(0L);
    assertThat(converse("off", Turns.MESSAGES, "")).containsOnly(0L);
  }

  @Test
  void anAgentsTurnsOfManyBlocksAreReadToo() {
    String call =
        ",{\"role\":\"assistant\",\"content\":["
            + join(15, "{\"type\":\"tool_use\",\"id\":\"t%d\",\"name\":\"f\",\"input\":{}}")
            + "]},{\"role\":\"user\",\"content\":["
            + join(15, "{\"type\":\"tool_result\",\"tool_use_id\":\"t%d\",\"content\":\"r\"}")
            + "]}";
    String messages = "{\"role\":\"user\",\"content\":\"" + LONG + "agent\"}";
    long before = -1;
    for (int turn = 0; turn < 4; turn++) {
      post(Turns.MESSAGES, "{\"model\":\"on\",\"max_tokens\":9,\"messages\":[" + messages + "]}");
      long read = last().cacheRead();
      assertThat(read).as("turn %d", turn).isGreaterThan(before);
      before = read;
      messages += call;
    }
  }

  @Test
  void twoIdenticalRequestsAreSentAlikeAndNothingButMarkersIsAdded() {
    String body = turn(Turns.MESSAGES, "on", "same");
    post(Turns.MESSAGES, body);
    post(Turns.MESSAGES, body);
    assertThat(received(0)).extracting(ReceivedRequest::bodyText).containsOnly(expected(body));
  }

  @ParameterizedTest
  @CsvSource({
    "on, true, 1",
    "on, false, 0",
    "on, OFF, 0",
    "off, true, 1",
    "off, ' 1 ', 1",
    "off, false, 0",
    "plain, true, 0",
    "on, maybe, 1",
    "off, maybe, 0",
  })
  void theHeaderDecidesWhereTheProviderHasABlock(String model, String value, int markers) {
    Answer answer =
        post(
            Turns.MESSAGES,
            turn(Turns.MESSAGES, model, "header"),
            "x-bf-prompt-cache-auto-inject",
            value);
    assertThat(markers(last())).isEqualTo(markers);
    assertThat(last().headers()).doesNotContainKey("x-bf-prompt-cache-auto-inject");
    JsonNode warnings = answer.gateway().path("warnings");
    assertThat(warnings).hasSize(value.equals("maybe") ? 1 : 0);
  }

  @Test
  void aRequestThatAsksForMarkersGetsThemWhateverTheHeaderSays() {
    String body = Turns.with(turn(Turns.MESSAGES, "plain", "asked"), AUTO);
    post(Turns.MESSAGES, body, "x-bf-prompt-cache-auto-inject", "false");
    assertThat(markers(last())).isEqualTo(1);
    assertThat(last().bodyText()).doesNotContain("caching");
    post(Turns.MESSAGES, Turns.options(turn(Turns.MESSAGES, "plain", "asked"), AUTO));
    assertThat(markers(last())).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        MARKER,
        "\"system\":[{\"type\":\"text\",\"text\":\"s\"," + MARKER + "}]",
        "\"tools\":[{\"name\":\"f\",\"input_schema\":{}," + MARKER + "}]",
        "\"system\":[{\"type\":\"text\",\"text\":\"s\"},{\"cachePoint\":{\"type\":\"default\"}}]",
        "\"prompt_cache_options\":{\"mode\":\"explicit\"}",
      })
  void aMarkerOfTheCallersOwnWins(String members) {
    String body = Turns.with(turn(Turns.MESSAGES, "on", "own"), members);
    post(Turns.MESSAGES, body);
    assertThat(last().bodyText()).isEqualTo(upstream(body, "on"));
    post(Turns.MESSAGES, Turns.with(body, AUTO));
    assertThat(last().bodyText()).isEqualTo(upstream(body, "on"));
  }

  @ParameterizedTest
  @ValueSource(strings = {MARKER, BREAKPOINT})
  void aMarkedBlockOfTheCallersOwnWins(String marker) {
    String body = turn(Turns.MESSAGES, "on", "own");
    String text = "\"content\":\"" + LONG + "own\"";
    String block = "\"content\":[{\"type\":\"text\",\"text\":\"" + LONG + "own\"," + marker + "}]";
    String marked = body.replace(text, block);
    assertThat(marked).isNotEqualTo(body);
    post(Turns.MESSAGES, marked);
    assertThat(last().bodyText()).isEqualTo(upstream(marked, "on"));
  }

  @ParameterizedTest
  @CsvSource({
    "plain, 1h, 1h, 0", "plain, 5m, 5m, 0", "plain, 1H, 5m, 1", "plain, 42m, 5m, 1",
    "plain, '', 5m, 1", "hour, 42m, 1h, 1", "hour, 5m, 5m, 0", "hour, 1h, 1h, 0",
  })
  void theRequestsTtlCountsAndOneThatIsUnknownIsWarnedOf(
      String model, String ttl, String sent, int warnings) {
    for (String name : List.of("cache_ttl", "cacheTtl")) {
      String option = AUTO + ",\"" + name + "\":\"" + ttl + "\"";
      String body = turn(Turns.MESSAGES, model, "ttl");
      Answer answer =
          post(
              Turns.MESSAGES,
              name.equals("cacheTtl") ? Turns.options(body, option) : Turns.with(body, option));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(last().bodyText()).contains(sent.equals("1h") ? HOUR : MARKER);
      JsonNode told = answer.gateway().path("warnings");
      assertThat(told).hasSize(warnings);
      if (warnings == 1) {
        assertThat(told.get(0).path("type").asText()).isEqualTo("unsupported");
        assertThat(told.get(0).path("feature").asText()).isEqualTo("cache_ttl");
      }
    }
  }

  @Test
  void aTtlWithoutCachingIsNothing() {
    Answer answer =
        post(
            Turns.MESSAGES,
            Turns.with(turn(Turns.MESSAGES, "on", "alone"), "\"cache_ttl\":\"42m\""));
    assertThat(answer.gateway().path("warnings")).isEmpty();
    assertThat(last().bodyText()).contains(MARKER).doesNotContain("42m");
  }

  @ParameterizedTest
  @CsvSource({"hour, PT59M45S", "on, PT4M45S"})
  void aPinLastsAsLongAsTheMarkersAsk(String model, Duration lifetime) {
    String body = turn(Turns.MESSAGES, model, "pin");
    String[] session = Turns.with("pin of " + model);
    wire.post(Turns.MESSAGES, body, session);
    wire.clock().advance(lifetime.minusMillis(1));
    assertThat(wire.post(Turns.MESSAGES, body, session).outcome()).isEqualTo("confirmed");
    wire.clock().advance(lifetime);
    assertThat(wire.post(Turns.MESSAGES, body, session).outcome()).isEqualTo("pin_expired");
  }

  @Test
  void pointsOfTheProviderReplaceTheTwoPlaces() {
    String body = Turns.with(turn(Turns.MESSAGES, "points", "points"), "\"system\":\"be kind\"");
    post(Turns.MESSAGES, body);
    assertThat(last().bodyText())
        .isEqualTo(
            upstream(body, "points")
                .replace(
                    "\"be kind\"", "[{\"type\":\"text\",\"text\":\"be kind\"," + MARKER + "}]"));
  }

  @Test
  void anAnchorOfResponsesIsMarkedToo() {
    String body =
        "{\"model\":\"routed\",\"caching\":\"auto\",\"cache_anchor_items\":1,\"input\":["
            + item("developer", LONG)
            + ","
            + item("user", "one")
            + ","
            + item("user", "two")
            + ","
            + item("user", "three")
            + "]}";
    post(Turns.RESPONSES, body);
    JsonNode input = Answer.parse(last().body()).path("input");
    List<Boolean> marked = new ArrayList<>();
    input.forEach(each -> marked.add(each.path("content").path(0).has("cache_control")));
    assertThat(marked).containsExactly(true, false, true, true);
    post(Turns.RESPONSES, body.replace(":1,", ":\"all\","));
    assertThat(markers(last())).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"routed-other", "gpt-5.5", "gpt-5.6-plain"})
  void aModelThatKnowsNoMarkersIsSentWhatCame(String model) {
    String body = turn(Turns.CHAT, model, "none");
    post(Turns.CHAT, Turns.with(body, AUTO));
    assertThat(last().bodyText()).isEqualTo(upstream(body, model));
  }

  @Test
  void aModelThatIsSaidNotToCacheIsSentWhatCame() {
    String body = turn(Turns.MESSAGES, "uncached", "none");
    post(Turns.MESSAGES, Turns.with(body, AUTO));
    assertThat(last().bodyText()).isEqualTo(upstream(body, "uncached"));
  }

  @ParameterizedTest
  @ValueSource(strings = {Turns.CHAT, Turns.RESPONSES})
  void openAisNewerModelsTakeBreakpointsWhereTheProviderSaysSo(String path) {
    post(path, turn(path, "gpt-5.6", "openai"));
    assertThat(last().bodyText()).contains(BREAKPOINT).doesNotContain("cache_control");
  }

  @Test
  void aPromptThatIsTooShortToBeCachedIsSentAsItCame() {
    String small = Turns.body(Turns.MESSAGES, "on", "hi");
    post(Turns.MESSAGES, Turns.with(small, AUTO));
    assertThat(last().bodyText()).isEqualTo(upstream(small, "on"));
  }

  @Test
  void tokensAreCountedOfWhatCame() {
    String body = turn(Turns.MESSAGES, "on", "count");
    assertThat(wire.post("/v1/messages/count_tokens", body).status()).isEqualTo(200);
    assertThat(last().bodyText()).isEqualTo(upstream(body, "on"));
  }

  @ParameterizedTest
  @CsvSource({"on, put in for on.", "hour, 'put in for hour, for an hour.'", "plain, -"})
  void theTrailTellsOfMarkers(String model, String told) {
    Answer answer = post(Turns.MESSAGES, turn(Turns.MESSAGES, model, "trail"));
    String turn = "/admin/v1/turns/" + answer.header("x-mooring-request-id");
    await().until(() -> wire.manage(turn).status() == 200);
    List<String> lines = new ArrayList<>();
    for (JsonNode line : wire.manage(turn).json().path("trail")) {
      if (line.path("stage").asText().equals("prompt caching")) {
        lines.add(line.path("text").asText());
      }
    }
    if (told.equals("-")) {
      assertThat(lines).isEmpty();
    } else {
      assertThat(lines).singleElement().asString().endsWith(told);
    }
  }

  @Test
  void eachCandidateGetsItsOwnBodyOfTheSameBytes() {
    wire.simulator(0).credential("k").fault(Fault.status(500));
    String body = turn(Turns.MESSAGES, "two", "failover");
    assertThat(post(Turns.MESSAGES, body).provider()).isEqualTo("other");
    assertThat(last().bodyText()).isEqualTo(expected(body));
    assertThat(received(1))
        .extracting(ReceivedRequest::bodyText)
        .containsExactly(upstream(body, "two"));
  }

  private Answer post(String path, String body, String... headers) {
    return wire.post(path, body, Turns.with("caching " + sessions.incrementAndGet(), headers));
  }

  private List<ReceivedRequest> received(int simulator) {
    return wire.received(simulator);
  }

  private ReceivedRequest last() {
    List<ReceivedRequest> all = received(0);
    return all.get(all.size() - 1);
  }

  /** What each turn of a conversation read from the cache. */
  private List<Long> converse(String model, String path, String members) {
    String id = "conversation " + sessions.incrementAndGet();
    String list = path.equals(Turns.RESPONSES) ? "input" : "messages";
    StringBuilder messages = new StringBuilder();
    List<Long> read = new ArrayList<>();
    for (int turn = 0; turn < 4; turn++) {
      messages.append(item("user", LONG + id + turn));
      String body =
          "{\"model\":\""
              + model
              + "\",\"max_tokens\":8,\""
              + list
              + "\":["
              + messages
              + "]"
              + members
              + "}";
      Answer answer = wire.post(path, body, Turns.with(id));
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      read.add(last().cacheRead());
      messages.append(',').append(item("assistant", "I see")).append(',');
    }
    return read;
  }

  private static int markers(ReceivedRequest request) {
    return Answer.parse(request.body()).findParents("cache_control").size();
  }

  private static String item(String role, String text) {
    return "{\"role\":\"" + role + "\",\"content\":\"" + text + "\"}";
  }

  private static String join(int count, String block) {
    List<String> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      blocks.add(block.formatted(i));
    }
    return String.join(",", blocks);
  }

  /** A turn whose prompt is long enough to be cached. */
  private static String turn(String path, String model, String text) {
    return Turns.body(path, model, LONG + text);
  }

  /** The body as a provider gets it without markers. */
  private static String upstream(String body, String model) {
    String named =
        switch (model) {
          case "routed-other" -> "some-model";
          case "gpt-5.5" -> "gpt-5.5";
          case "gpt-5.6-plain" -> "gpt-5.6";
          default -> "claude-sonnet-5";
        };
    return body.replace("\"model\":\"" + model + "\"", "\"model\":\"" + named + "\"");
  }

  /** The body of a single message as a provider gets it with its marker. */
  private static String expected(String body) {
    return upstream(upstream(body, "on"), "two")
        .replace("\"content\":\"", "\"content\":[{\"type\":\"text\",\"text\":\"")
        .replace("\"}]}", "\"," + MARKER + "}]}]}");
  }
}
