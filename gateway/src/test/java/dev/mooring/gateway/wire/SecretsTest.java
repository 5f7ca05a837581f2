package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Secrets are in no log, no answer, no metric; what people say is in no log and no metric. */
class SecretsTest {
  private static final String CONFIG =
      """
      management: { port: 0, token: SECRET-management }
      teams:
        - { id: acme, keys: [{ id: web, secret: SECRET-client-key, userHeader: x-user }] }
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            retry: { maxRetries: 1, initialBackoff: 1ms, maxBackoff: 2ms },
            timeouts: { firstByte: 300ms, idle: 300ms },
            credentials: [{ id: id-of-a, apiKey: SECRET-a }, { id: id-of-b, apiKey: SECRET-b }] }
        - { id: gone, type: openai-compatible, baseUrl: "http://127.0.0.1:1", apis: [chat],
            retry: { maxRetries: 0 }, credentials: [{ id: id-of-c, apiKey: SECRET-c }] }
      models:
        - { id: m, targets: [{ provider: p, model: up }] }
        - { id: nowhere, targets: [{ provider: gone, model: up }] }
      """;
  private static final List<String> SECRETS =
      List.of("SECRET-", "id-of-a", "id-of-b", "id-of-c", "U0VDUkVU");
  private static final List<String> SAID = List.of("PROMPT-TEXT", "SESSION-NAME", "USER-NAME");
  private static final String SESSION = "\"session_id\":\"SESSION-NAME\"";

  private final List<String> answers = new ArrayList<>();

  @Test
  void neitherLogsNorAnswersNorMetricsHoldASecret() {
    try (CapturedLog log = new CapturedLog();
        Wire wire =
            Wire.of(
                CONFIG,
                SimulatorConfig.of(
                    SimulatedKey.of("a", "SECRET-a"), SimulatedKey.of("b", "SECRET-b")))) {
      for (ApiCall api : ApiCall.values()) {
        for (String stream : List.of("\"stream\":true", "\"stream\":false")) {
          failures(wire, api, stream);
        }
      }
      refusals(wire);
      answers.add(wire.manage("/readyz").text());
      answers.add(wire.manage("/metrics").text());
      String metrics = wire.manage("/metrics", "authorization", "Bearer SECRET-management").text();
      assertThat(metrics).contains("mooring_");
      assertThat(answers).hasSizeGreaterThan(100);
      for (String secret : SECRETS) {
        assertThat(found(secret, answers)).as("in answers").isEmpty();
        assertThat(found(secret, List.of(metrics))).as("in metrics").isEmpty();
        assertThat(found(secret, log.lines())).as("in logs").isEmpty();
      }
      for (String said : SAID) {
        assertThat(found(said, List.of(metrics))).as("in metrics").isEmpty();
        assertThat(found(said, log.lines())).as("in logs").isEmpty();
      }
    }
  }

  /** Where a text occurs, each with what is around it. */
  private static List<String> found(String text, List<String> places) {
    List<String> around = new ArrayList<>();
    for (String place : places) {
      for (int at = place.indexOf(text); at >= 0; at = place.indexOf(text, at + 1)) {
        int end = Math.min(place.length(), at + 60);
        around.add(place.substring(Math.max(0, at - 200), end));
      }
    }
    return around;
  }

  private void failures(Wire wire, ApiCall api, String stream) {
    List<Fault> ofA = faults("SECRET-a");
    List<Fault> ofB = faults("SECRET-b");
    for (int i = 0; i < ofA.size(); i++) {
      wire.simulator(0).credential("a").clearFaults().fault(ofA.get(i));
      wire.simulator(0).credential("b").clearFaults().fault(ofB.get(i));
      wire.clock().advance(Duration.ofMinutes(5));
      send(wire, api, api.body("PROMPT-TEXT", stream, SESSION), "SECRET-client-key");
    }
    for (String id : List.of("a", "b")) {
      wire.simulator(0).credential(id).clearFaults();
    }
    String byok =
        "\"providerOptions\":{\"gateway\":{\"byok\":{\"p\":[{\"apiKey\":\"SECRET-byok-1\"},"
            + "{\"apiKey\":\"SECRET-byok-2\"}]}}}";
    send(wire, api, api.body("PROMPT-TEXT", stream, byok), "SECRET-client-key");
    send(wire, api, api.body("PROMPT-TEXT", stream), "SECRET-client-key");
  }

  /** Failures of a provider that tells the key it was given wherever it can. */
  private static List<Fault> faults(String key) {
    return List.of(
        Fault.of(FaultKind.ECHO_KEY).times(4),
        Fault.status(401).times(4),
        Fault.status(403).withBody("{\"error\":\"bad key " + key + "\"}").times(4),
        Fault.status(500).withBody("what is " + key).times(4),
        Fault.status(400).withError(null, null, "key " + key).times(4),
        Fault.rateLimited(1).withError(key, key, key).times(4),
        Fault.of(FaultKind.RESET_AT_START).times(4),
        Fault.of(FaultKind.RESET_AFTER_EVENTS, 3).times(4),
        Fault.of(FaultKind.ERROR_EVENT, 0).withError(null, null, "early " + key).times(4),
        Fault.of(FaultKind.ERROR_EVENT, 3).withError(null, null, "late " + key).times(4),
        Fault.of(FaultKind.FAILED_EVENT, 3).withError(null, null, "failed " + key).times(4),
        Fault.of(FaultKind.END_AFTER_EVENTS, 2).times(4),
        Fault.of(FaultKind.WRONG_CONTENT_LENGTH, 9).times(1));
  }

  private void refusals(Wire wire) {
    for (ApiCall api : ApiCall.values()) {
      send(wire, api, api.body("PROMPT-TEXT"), "SECRET-unknown-key");
      send(wire, api, api.bodyOf("unknown", "PROMPT-TEXT"), "SECRET-client-key");
      send(wire, api, api.bodyOf("nowhere", "PROMPT-TEXT"), "SECRET-client-key");
      send(wire, api, "{\"model\":\"m\",\"messages\":\"PROMPT-TEXT", "SECRET-client-key");
      send(wire, api, "{\"model\":{\"a\":\"PROMPT-TEXT\"}}", "SECRET-client-key");
      String bad = "\"providerOptions\":{\"gateway\":{\"byok\":{\"p\":[{\"apiKey\":5}]}}}";
      send(wire, api, api.body("PROMPT-TEXT", bad), "SECRET-client-key");
    }
    for (String line : List.of("authorization: Bearer SECRET-x\u0001", "x-api-key SECRET-x")) {
      try (RawClient client = RawClient.to(wire)) {
        byte[] body = ApiCall.CHAT.body("PROMPT-TEXT").getBytes(StandardCharsets.UTF_8);
        answers.add(client.post("/v1/chat/completions", body, line).answer().toString());
      }
    }
    try (RawClient client = RawClient.to(wire)) {
      client.post(
          "/v1/messages",
          "PROMPT".getBytes(StandardCharsets.UTF_8),
          "x-api-key: SECRET-client-key",
          "content-encoding: gzip");
      answers.add(client.answer().toString());
    }
  }

  private void send(Wire wire, ApiCall api, String body, String secret) {
    Answer answer =
        wire.post(api.path(), body, "authorization", "Bearer " + secret, "x-user", "USER-NAME");
    answers.add(answer.headers().map().toString() + answer.text());
  }

  /** Everything that is logged, at the finest level of our own, causes included. */
  private static final class CapturedLog extends AppenderBase<ILoggingEvent>
      implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger ours = (Logger) LoggerFactory.getLogger("dev.mooring");

    CapturedLog() {
      ours.setLevel(Level.TRACE);
      start();
      root.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
      StringBuilder line = new StringBuilder(event.getLevel() + " " + event.getFormattedMessage());
      line.append(event.getMDCPropertyMap()).append(Arrays.toString(event.getArgumentArray()));
      for (IThrowableProxy t = event.getThrowableProxy(); t != null; t = t.getCause()) {
        line.append('\n').append(t.getClassName()).append(": ").append(t.getMessage());
      }
      lines.add(line.toString());
    }

    List<String> lines() {
      return lines;
    }

    @Override
    public void close() {
      root.detachAppender(this);
      ours.setLevel(null);
    }
  }
}
