package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a caller sees of each scripted fault. */
final class FaultTest {
  private static final String CHAT = "/v1/chat/completions";
  private static final String RESPONSES = "/v1/responses";
  private static final String MESSAGES = "/v1/messages";
  private static final int SILENCE = 400;

  private final Vertx vertx = Vertx.vertx();
  private Simulator simulator;
  private SimulatorCalls calls;
  private SimulatedCredential credential;

  @BeforeEach
  void start() throws Exception {
    simulator =
        Simulator.start(vertx, SimulatorConfig.of(SimulatedKey.of("a", "key-a")))
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
    calls = new SimulatorCalls(simulator);
    credential = simulator.credential("a");
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  @Test
  void anErrorAnswerHasTheShapeOfTheApiAndItsHeaders() {
    credential.fault(Fault.rateLimited(7)).fault(Fault.status(529));
    HttpResponse<String> chat = calls.post(CHAT, "key-a", body(CHAT, false));
    HttpResponse<String> messages = calls.post(MESSAGES, "key-a", body(MESSAGES, false));

    assertThat(chat.statusCode()).isEqualTo(429);
    assertThat(chat.headers().firstValue("retry-after")).contains("7");
    assertThat(SimulatorCalls.json(chat.body()).at("/error/code").asText())
        .isEqualTo("rate_limit_exceeded");
    assertThat(messages.statusCode()).isEqualTo(529);
    assertThat(SimulatorCalls.json(messages.body()).at("/error/type").asText())
        .isEqualTo("overloaded_error");
    assertThat(calls.post(CHAT, "key-a", body(CHAT, false)).statusCode()).isEqualTo(200);
  }

  @Test
  void aFaultStrikesOnlyWhatItIsFor() {
    credential.fault(
        Fault.status(500).onlyFor(SimulatedApi.CHAT).onlyForModel("m").onlyStreamed(true));

    assertThat(calls.post(CHAT, "key-a", body(CHAT, false)).statusCode()).isEqualTo(200);
    assertThat(calls.post(MESSAGES, "key-a", body(MESSAGES, true)).statusCode()).isEqualTo(200);
    assertThat(calls.post(CHAT, "key-a", body(CHAT, true)).statusCode()).isEqualTo(500);
  }

  @Test
  void aFaultLastsUntilItIsCleared() {
    credential.fault(Fault.status(503).always());
    for (int i = 0; i < 5; i++) {
      assertThat(calls.post(CHAT, "key-a", body(CHAT, false)).statusCode()).isEqualTo(503);
    }
    credential.clearFaults();

    assertThat(calls.post(CHAT, "key-a", body(CHAT, false)).statusCode()).isEqualTo(200);
  }

  @Test
  void aConnectionIsResetBeforeAnyByte() throws IOException {
    credential.fault(Fault.of(FaultKind.RESET_AT_START));
    RawCall call = raw(CHAT, true);

    assertThat(call.bytes()).isEmpty();
    assertThat(call.ending()).isEqualTo(RawCall.Ending.RESET);
  }

  @Test
  void aConnectionIsResetAfterSoManyEvents() throws IOException {
    credential.fault(Fault.of(FaultKind.RESET_AFTER_EVENTS, 3));
    RawCall call = raw(CHAT, true);

    assertThat(call.events()).isEqualTo(3);
    assertThat(call.ending()).isEqualTo(RawCall.Ending.RESET);
  }

  @Test
  void aConnectionIsClosedWithoutTheLastChunk() throws IOException {
    credential.fault(Fault.of(FaultKind.CLOSE_AFTER_EVENTS, 3));
    RawCall call = raw(CHAT, true);

    assertThat(call.events()).isEqualTo(3);
    assertThat(call.ending()).isEqualTo(RawCall.Ending.CLOSED);
    assertThat(call.text()).doesNotEndWith("0\r\n\r\n");
  }

  @Test
  void aStallBeforeTheHeadSendsNothing() throws IOException {
    credential.fault(Fault.of(FaultKind.STALL_BEFORE_HEAD));
    RawCall call = RawCall.postIntoSilence(simulator.port(), CHAT, body(CHAT, true), SILENCE);

    assertThat(call.bytes()).isEmpty();
    assertThat(call.ending()).isEqualTo(RawCall.Ending.SILENT);
  }

  @Test
  void aStallBeforeTheFirstEventSendsTheHead() throws IOException {
    credential.fault(Fault.of(FaultKind.STALL_BEFORE_FIRST_EVENT));
    RawCall call = raw(CHAT, true);

    assertThat(call.text()).startsWith("HTTP/1.1 200 OK").endsWith("\r\n\r\n");
    assertThat(call.events()).isZero();
    assertThat(call.ending()).isEqualTo(RawCall.Ending.SILENT);
  }

  @Test
  void aStallAfterEventsEndsWithItsDuration() throws IOException {
    credential.fault(Fault.stall(FaultKind.STALL_AFTER_EVENTS, 2, Duration.ofMillis(50)));
    RawCall call = raw(CHAT, true);

    assertThat(call.text()).contains("data: [DONE]").endsWith("0\r\n\r\n");
  }

  @Test
  void anErrorEventHasTheFormOfItsApi() {
    for (FaultKind kind : List.of(FaultKind.ERROR_EVENT, FaultKind.FAILED_EVENT)) {
      credential.fault(Fault.of(kind, 3).times(3));
      JsonNode chat = lastEvent(CHAT);
      JsonNode responses = lastEvent(RESPONSES);
      JsonNode messages = lastEvent(MESSAGES);

      assertThat(chat.at("/error/message").asText()).isNotEmpty();
      assertThat(responses.path("type").asText())
          .isEqualTo(kind == FaultKind.ERROR_EVENT ? "error" : "response.failed");
      assertThat(responses.path("sequence_number").asInt()).isEqualTo(3);
      assertThat(messages.at("/error/type").asText()).isEqualTo("overloaded_error");
    }
  }

  @Test
  void aStreamEndsProperlyWithoutItsTerminalEvent() throws IOException {
    credential.fault(Fault.of(FaultKind.END_AFTER_EVENTS, 4));
    RawCall call = raw(CHAT, true);

    assertThat(call.events()).isEqualTo(4);
    assertThat(call.text()).endsWith("0\r\n\r\n").doesNotContain("[DONE]");
  }

  @Test
  void aStreamIsAnsweredByADocument() {
    credential.fault(Fault.of(FaultKind.JSON_FOR_STREAM));
    HttpResponse<String> response = calls.post(CHAT, "key-a", body(CHAT, true));

    assertThat(response.headers().firstValue("content-type")).contains("application/json");
    assertThat(SimulatorCalls.json(response.body()).path("object").asText())
        .isEqualTo("chat.completion");
  }

  @Test
  void aContentLengthIsMoreThanWhatIsSent() throws IOException {
    credential.fault(Fault.of(FaultKind.WRONG_CONTENT_LENGTH, 10));
    RawCall call = raw(CHAT, false);

    String[] parts = call.text().split("\r\n\r\n", 2);
    int sent = parts[1].getBytes(StandardCharsets.UTF_8).length;
    assertThat(parts[0]).contains("content-length: " + (sent + 10));
    assertThat(call.ending()).isEqualTo(RawCall.Ending.CLOSED);
  }

  @Test
  void bothLengthsAreSent() throws IOException {
    credential.fault(Fault.of(FaultKind.BOTH_LENGTHS));
    String text = raw(CHAT, false).text();

    assertThat(text).contains("content-length: ").contains("transfer-encoding: chunked");
  }

  @Test
  void aStreamIsCompressed() throws IOException {
    credential.fault(Fault.of(FaultKind.GZIP));
    byte[] body = calls.postForBytes(CHAT, "key-a", body(CHAT, true)).body();
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(body))) {
      assertThat(new String(gzip.readAllBytes(), StandardCharsets.UTF_8)).contains("[DONE]");
    }
  }

  @Test
  void everyByteIsItsOwnChunk() throws IOException {
    credential.reply(Reply.saying("日本語"), 1).fault(Fault.of(FaultKind.ONE_BYTE_CHUNKS));
    RawCall call = raw(CHAT, true);

    String body = call.text().split("\r\n\r\n", 2)[1];
    assertThat(body).startsWith("1\r\nd\r\n1\r\na\r\n").endsWith("0\r\n\r\n");
  }

  @Test
  void linesEndInCrLf() {
    credential.fault(Fault.of(FaultKind.CRLF));

    assertThat(calls.post(MESSAGES, "key-a", body(MESSAGES, true)).body())
        .contains("event: message_start\r\ndata: ")
        .endsWith("\r\n\r\n");
  }

  @Test
  void commentsAndPingsComeBetweenEvents() {
    credential.fault(Fault.of(FaultKind.COMMENTS)).fault(Fault.of(FaultKind.PINGS));

    assertThat(calls.post(CHAT, "key-a", body(CHAT, true)).body())
        .startsWith(": keep-alive\n\ndata: ");
    assertThat(calls.post(MESSAGES, "key-a", body(MESSAGES, true)).body())
        .startsWith("event: ping\ndata: {\"type\":\"ping\"}\n\nevent: message_start");
  }

  @Test
  void aConnectionIsClosedAfterTheAnswer() throws IOException {
    credential.fault(Fault.of(FaultKind.CLOSE_AFTER_ANSWER));
    RawCall call = raw(CHAT, true);

    assertThat(call.text()).contains("[DONE]").endsWith("0\r\n\r\n");
    assertThat(call.ending()).isEqualTo(RawCall.Ending.CLOSED);
    assertThat(raw(CHAT, true).ending()).isEqualTo(RawCall.Ending.SILENT);
  }

  @Test
  void anErrorEchoesTheKey() {
    credential.fault(Fault.of(FaultKind.ECHO_KEY));
    HttpResponse<String> response = calls.post(CHAT, "key-a", body(CHAT, false));

    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.body()).contains("key-a");
  }

  @Test
  void aTextIsAsLargeAsAsked() {
    credential.fault(Fault.of(FaultKind.LARGE_TEXT, 300_000).times(2));

    assertThat(calls.post(CHAT, "key-a", body(CHAT, false)).body()).hasSizeGreaterThan(300_000);
    assertThat(calls.post(CHAT, "key-a", body(CHAT, true)).body()).hasSizeGreaterThan(300_000);
  }

  @Test
  void aStreamStartsTwice() {
    credential.fault(Fault.of(FaultKind.SECOND_START, 5));

    assertThat(calls.post(MESSAGES, "key-a", body(MESSAGES, true)).body().split("message_start"))
        .hasSize(5);
  }

  @Test
  void aFaultIsScriptedOverHttp() {
    String fault =
        "{\"credential\":\"a\",\"kind\":\"end-after-events\",\"count\":2,\"api\":\"chat\"}";
    assertThat(calls.post("/sim/faults", "", fault).statusCode()).isEqualTo(200);
    assertThat(SimulatorCalls.events(calls.post(CHAT, "key-a", body(CHAT, true)).body()))
        .hasSize(2);
    assertThat(calls.get("/sim/requests", "").body())
        .contains("\"credential\":\"a\"", "\"api\":\"chat\"");

    HttpResponse<String> misspelt =
        calls.post("/sim/faults", "", "{\"credential\":\"a\",\"knd\":\"status\"}");
    assertThat(misspelt.statusCode()).isEqualTo(400);
    assertThat(misspelt.body()).contains("knd: unknown");
  }

  @Test
  void aFastSimulatorAnswersWithoutReading() throws Exception {
    simulator = await(Simulator.start(vertx, SimulatorConfig.DEFAULTS.asFast()));
    calls = new SimulatorCalls(simulator);
    for (String path : List.of(CHAT, RESPONSES, MESSAGES)) {
      assertThat(calls.ok(path, "x", body(path, false)).path("usage").isObject()).isTrue();
      assertThat(SimulatorCalls.events(calls.post(path, "x", body(path, true)).body()))
          .hasSizeGreaterThan(20);
    }
    String gemini = "/v1beta/models/m:streamGenerateContent?alt=sse";
    assertThat(SimulatorCalls.events(calls.post(gemini, "x", "{}").body())).hasSize(21);
    assertThat(calls.ok("/model/m/converse", "x", "{}").path("usage").isObject()).isTrue();
    assertThat(Frames.of(calls.postForBytes("/model/m/converse-stream", "x", "{}").body()))
        .hasSize(24);
    assertThat(simulator.requests()).isEmpty();
  }

  @Test
  void aClientThatGoesAwayIsSeenInEveryPhase() throws Exception {
    assertThat(cancelledAfter(Fault.of(FaultKind.STALL_BEFORE_HEAD)))
        .isEqualTo(CancelPhase.BEFORE_HEAD);
    assertThat(cancelledAfter(Fault.of(FaultKind.STALL_BEFORE_FIRST_EVENT)))
        .isEqualTo(CancelPhase.BEFORE_BODY);
    assertThat(cancelledAfter(Fault.of(FaultKind.STALL_AFTER_EVENTS, 2)))
        .isEqualTo(CancelPhase.IN_BODY);
  }

  private @Nullable CancelPhase cancelledAfter(Fault fault) throws Exception {
    simulator.clearRequests();
    credential.fault(fault);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), simulator.port())) {
      String body = body(CHAT, true);
      String head =
          "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key-a\r\nContent-Length: %d\r\n\r\n"
              .formatted(CHAT, body.length());
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
      boolean silent = fault.kind() == FaultKind.STALL_BEFORE_HEAD;
      await(simulator.awaitRequests(all -> all.size() == 1 && all.get(0).streamed()));
      if (!silent) {
        await(simulator.awaitRequests(all -> all.get(0).status() == 200));
      }
    }
    List<ReceivedRequest> all =
        await(simulator.awaitRequests(requests -> requests.get(0).cancelled() != null));
    return all.get(0).cancelled();
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  private JsonNode lastEvent(String path) {
    List<JsonNode> events =
        SimulatorCalls.events(calls.post(path, "key-a", body(path, true)).body());
    assertThat(events).as(path).hasSize(4);
    return events.get(3);
  }

  private RawCall raw(String path, boolean streamed) throws IOException {
    return RawCall.post(simulator.port(), path, body(path, streamed), SILENCE);
  }

  private static String body(String path, boolean streamed) {
    String model = "{\"model\":\"m\",\"stream\":" + streamed + ",";
    return switch (path) {
      case RESPONSES -> model + "\"input\":\"hi\"}";
      default -> model + "\"max_tokens\":50,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    };
  }
}
