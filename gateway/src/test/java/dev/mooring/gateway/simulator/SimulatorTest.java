package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a caller sees of a simulator: answers, usage, prompt cache, state, limits. */
final class SimulatorTest {
  private static final String LONG = "word ".repeat(1200);
  private static final String CHAT = "/v1/chat/completions";
  private static final String RESPONSES = "/v1/responses";
  private static final String MESSAGES = "/v1/messages";

  private final Vertx vertx = Vertx.vertx();
  private final SettableClock clock = new SettableClock();
  private Simulator simulator;
  private SimulatorCalls calls;

  @BeforeEach
  void start() throws Exception {
    start(
        SimulatorConfig.of(
            SimulatedKey.of("a", "key-a"),
            SimulatedKey.of("b", "key-b"),
            SimulatedKey.of("a2", "key-a2").inScope("a")));
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  @Test
  void aGrowingChatReadsItsEarlierPrefix() {
    String first = "{\"model\":\"m\",\"messages\":[" + message("user", LONG);
    JsonNode one = calls.ok(CHAT, "key-a", first + "]}").path("usage");
    JsonNode two =
        calls.ok(CHAT, "key-a", first + "," + message("user", "and now?") + "]}").path("usage");

    assertThat(cached(one)).isZero();
    assertThat(cached(two)).isEqualTo(one.path("prompt_tokens").asInt());
    assertThat(two.path("prompt_tokens").asInt()).isEqualTo(cached(two) + 2);
  }

  @Test
  void aCacheBelongsToItsScopeAndModel() {
    String body = chat("m", LONG);
    calls.ok(CHAT, "key-a", body);

    assertThat(cached(calls.ok(CHAT, "key-b", body).path("usage"))).isZero();
    assertThat(cached(calls.ok(CHAT, "key-a", chat("n", LONG)).path("usage"))).isZero();
    assertThat(cached(calls.ok(CHAT, "key-a2", body).path("usage"))).isEqualTo(1500);
  }

  @Test
  void aPromptBelowTheMinimumIsNotCached() {
    String body = chat("m", "word ".repeat(700));
    calls.ok(CHAT, "key-a", body);

    assertThat(cached(calls.ok(CHAT, "key-a", body).path("usage"))).isZero();
  }

  @Test
  void aLifetimeSlidesWithEachUse() {
    String body = chat("m", LONG);
    calls.ok(CHAT, "key-a", body);
    clock.advance(Duration.ofMinutes(9));
    assertThat(cached(calls.ok(CHAT, "key-a", body).path("usage"))).isEqualTo(1500);
    clock.advance(Duration.ofMinutes(9));
    assertThat(cached(calls.ok(CHAT, "key-a", body).path("usage"))).isEqualTo(1500);
    clock.advance(Duration.ofMinutes(10));
    assertThat(cached(calls.ok(CHAT, "key-a", body).path("usage"))).isZero();
  }

  @Test
  void anthropicCachesAtMarkersOnlyAndCountsApart() {
    String marked = messages(block(LONG, "{\"type\":\"ephemeral\"}"), block("hi", null));
    JsonNode one = calls.ok(MESSAGES, "key-a", marked).path("usage");
    JsonNode two = calls.ok(MESSAGES, "key-a", marked).path("usage");

    assertThat(one.path("cache_creation_input_tokens").asInt()).isEqualTo(1500);
    assertThat(one.path("cache_creation").path("ephemeral_5m_input_tokens").asInt())
        .isEqualTo(1500);
    assertThat(one.path("input_tokens").asInt()).isEqualTo(1);
    assertThat(two.path("cache_read_input_tokens").asInt()).isEqualTo(1500);
    assertThat(two.path("cache_creation_input_tokens").asInt()).isZero();
    assertThat(two.path("input_tokens").asInt()).isEqualTo(1);
    JsonNode unmarked = calls.ok(MESSAGES, "key-a", messages(block(LONG, null))).path("usage");
    assertThat(unmarked.path("input_tokens").asInt()).isEqualTo(1500);
  }

  @Test
  void anthropicKeepsForAnHourWhatAsksForIt() {
    String marked = messages(block(LONG, "{\"type\":\"ephemeral\",\"ttl\":\"1h\"}"));
    JsonNode one = calls.ok(MESSAGES, "key-a", marked).path("usage");
    clock.advance(Duration.ofMinutes(59));
    JsonNode two = calls.ok(MESSAGES, "key-a", marked).path("usage");
    clock.advance(Duration.ofMinutes(61));
    JsonNode three = calls.ok(MESSAGES, "key-a", marked).path("usage");

    assertThat(one.path("cache_creation").path("ephemeral_1h_input_tokens").asInt())
        .isEqualTo(1500);
    assertThat(two.path("cache_read_input_tokens").asInt()).isEqualTo(1500);
    assertThat(three.path("cache_read_input_tokens").asInt()).isZero();
  }

  @Test
  void aFifthMarkerIsRefused() {
    String marker = "{\"type\":\"ephemeral\"}";
    String block = block("x", marker);
    HttpResponse<String> response =
        calls.post(MESSAGES, "key-a", messages(block, block, block, block, block));

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(SimulatorCalls.json(response.body()).at("/error/type").asText())
        .isEqualTo("invalid_request_error");
    assertThat(response.body()).contains("A maximum of 4 blocks with cache_control");
  }

  @Test
  void automaticCachingMarksTheLastBlock() {
    String body =
        "{\"model\":\"m\",\"max_tokens\":50,\"cache_control\":{\"type\":\"ephemeral\"},"
            + "\"messages\":["
            + message("user", LONG)
            + "]}";
    calls.ok(MESSAGES, "key-a", body);

    assertThat(calls.ok(MESSAGES, "key-a", body).at("/usage/cache_read_input_tokens").asInt())
        .isEqualTo(1500);
  }

  @Test
  void streamedAndWholeAnswersAgree() {
    for (String path : List.of(CHAT, RESPONSES, MESSAGES)) {
      String body = prompt(path);
      JsonNode whole = calls.ok(path, "key-a", body);
      calls.ok(path, "key-b", body);
      String asked = body.replaceFirst("\\{", "{\"stream\":true,");
      if (path.equals(CHAT)) {
        asked = asked.replaceFirst("\\{", "{\"stream_options\":{\"include_usage\":true},");
      }
      List<JsonNode> events = SimulatorCalls.events(calls.post(path, "key-a", asked).body());
      assertThat(events).as(path).hasSizeGreaterThan(20);
      JsonNode usage = StreamedUsage.of(path, events);
      JsonNode second = calls.ok(path, "key-a", body).path("usage");
      assertThat(usage.path("input_tokens")).as(path).isEqualTo(second.path("input_tokens"));
      assertThat(usage.path("prompt_tokens")).as(path).isEqualTo(second.path("prompt_tokens"));
      assertThat(usage.path("total_tokens")).as(path).isEqualTo(second.path("total_tokens"));
      assertThat(whole.path("model").asText()).isEqualTo("m");
    }
  }

  @Test
  void theSameSeedAndRequestsGiveTheSameBytes() throws Exception {
    String body = chat("m", "hello");
    String one = calls.post(CHAT, "key-a", body).body();
    start(SimulatorConfig.of(SimulatedKey.of("a", "key-a")));

    assertThat(calls.post(CHAT, "key-a", body).body()).isEqualTo(one);
  }

  @Test
  void anUnknownKeyIsRefusedInTheShapeOfTheApi() {
    HttpResponse<String> openAi = calls.post(CHAT, "nobody", chat("m", "x"));
    HttpResponse<String> anthropic = calls.post(MESSAGES, "nobody", messages(block("x", null)));

    assertThat(openAi.statusCode()).isEqualTo(401);
    assertThat(SimulatorCalls.json(openAi.body()).at("/error/code").asText())
        .isEqualTo("invalid_api_key");
    assertThat(anthropic.statusCode()).isEqualTo(401);
    assertThat(SimulatorCalls.json(anthropic.body()).at("/error/type").asText())
        .isEqualTo("authentication_error");
  }

  @Test
  void aRequestIsRecordedAsItCame() {
    String body = " " + chat("m", "héllo");
    calls.post(CHAT + "?x=1", "key-a", body);

    ReceivedRequest request = simulator.requests().get(0);
    assertThat(request.bodyText()).isEqualTo(body);
    assertThat(request.uri()).isEqualTo(CHAT + "?x=1");
    assertThat(request.credential()).isEqualTo("a");
    assertThat(request.api()).isEqualTo(SimulatedApi.CHAT);
    assertThat(request.model()).isEqualTo("m");
    assertThat(request.status()).isEqualTo(200);
    assertThat(request.finished()).isTrue();
    assertThat(request.header("authorization")).isEqualTo("Bearer key-a");
  }

  @Test
  void aPreviousResponseIsKnownToItsScopeOnly() {
    String id =
        calls.ok(RESPONSES, "key-a", "{\"model\":\"m\",\"input\":\"hi\"}").path("id").asText();
    String next = "{\"model\":\"m\",\"input\":\"on\",\"previous_response_id\":\"" + id + "\"}";

    assertThat(calls.post(RESPONSES, "key-a", next).statusCode()).isEqualTo(200);
    HttpResponse<String> other = calls.post(RESPONSES, "key-b", next);
    assertThat(other.statusCode()).isEqualTo(400);
    assertThat(SimulatorCalls.json(other.body()).at("/error/code").asText())
        .isEqualTo("previous_response_not_found");
  }

  @Test
  void encryptedReasoningIsValidInItsScopeOnly() {
    simulator.credential("a").reply(Reply.text(3).withReasoning(), 1);
    JsonNode item =
        calls.ok(RESPONSES, "key-a", "{\"model\":\"m\",\"input\":\"hi\"}").at("/output/0");
    String next = "{\"model\":\"m\",\"input\":[" + item + "]}";

    assertThat(calls.post(RESPONSES, "key-a2", next).statusCode()).isEqualTo(200);
    HttpResponse<String> other = calls.post(RESPONSES, "key-b", next);
    assertThat(other.statusCode()).isEqualTo(400);
    assertThat(SimulatorCalls.json(other.body()).at("/error/code").asText())
        .isEqualTo("invalid_encrypted_content");
  }

  @Test
  void aThinkingSignatureIsValidWithItsProviderOnly() throws Exception {
    simulator.credential("a").reply(Reply.text(3).withReasoning(), 1);
    JsonNode content = calls.ok(MESSAGES, "key-a", messages(block("hi", null))).path("content");
    String next =
        "{\"model\":\"m\",\"max_tokens\":9,\"messages\":["
            + message("user", "hi")
            + ",{\"role\":\"assistant\",\"content\":"
            + content
            + "},"
            + message("user", "go")
            + "]}";

    assertThat(calls.post(MESSAGES, "key-b", next).statusCode()).isEqualTo(200);
    start(SimulatorConfig.of(SimulatedKey.of("a", "key-a")));
    HttpResponse<String> other = calls.post(MESSAGES, "key-a", next);
    assertThat(other.statusCode()).isEqualTo(400);
    assertThat(other.body()).contains("Invalid `signature` in `thinking` block");
  }

  @Test
  void aRateLimitTellsHowLongToWait() throws Exception {
    start(
        SimulatorConfig.of(SimulatedKey.of("a", "key-a").withRateLimit(1, Duration.ofSeconds(30))));
    calls.ok(CHAT, "key-a", chat("m", "x"));
    clock.advance(Duration.ofSeconds(10));
    HttpResponse<String> second = calls.post(CHAT, "key-a", chat("m", "x"));
    clock.advance(Duration.ofSeconds(20));

    assertThat(second.statusCode()).isEqualTo(429);
    assertThat(second.headers().firstValue("retry-after")).contains("20");
    assertThat(calls.post(CHAT, "key-a", chat("m", "x")).statusCode()).isEqualTo(200);
  }

  private void start(SimulatorConfig config) throws Exception {
    simulator =
        Simulator.start(vertx, config.withClock(clock))
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
    calls = new SimulatorCalls(simulator);
  }

  private static int cached(JsonNode usage) {
    return usage.path("prompt_tokens_details").path("cached_tokens").asInt(-1);
  }

  private static String prompt(String path) {
    return switch (path) {
      case CHAT -> chat("m", LONG);
      case RESPONSES -> "{\"model\":\"m\",\"input\":\"" + LONG + "\"}";
      default -> messages(block(LONG, "{\"type\":\"ephemeral\"}"));
    };
  }

  private static String chat(String model, String text) {
    return "{\"model\":\"" + model + "\",\"messages\":[" + message("user", text) + "]}";
  }

  private static String message(String role, String text) {
    return "{\"role\":\"" + role + "\",\"content\":\"" + text + "\"}";
  }

  private static String messages(String... blocks) {
    return "{\"model\":\"m\",\"max_tokens\":50,\"messages\":[{\"role\":\"user\",\"content\":["
        + String.join(",", blocks)
        + "]}]}";
  }

  private static String block(String text, @Nullable String cacheControl) {
    String marker = cacheControl == null ? "" : ",\"cache_control\":" + cacheControl;
    return "{\"type\":\"text\",\"text\":\"" + text + "\"" + marker + "}";
  }
}
