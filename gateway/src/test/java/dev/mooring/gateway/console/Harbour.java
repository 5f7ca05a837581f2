package dev.mooring.gateway.console;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.CacheRules;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A gateway before two simulated providers, and conversations through it. */
final class Harbour implements AutoCloseable {
  /** Its management token. */
  static final String TOKEN = "harbour-token";

  private static final String CONFIG =
      """
      management: { port: 0, token: harbour-token }
      teams:
        - id: acme
          keys:
            - { id: web, secret: web-secret, rateLimit: { requests: 5000, tokens: 100000000, per: 1h },
                budget: { limitUsd: 500, period: 30d } }
            - { id: batch, secret: batch-secret }
      providers:
        - id: anthropic
          type: anthropic
          baseUrl: "@0"
          retry: { maxRetries: 0 }
          credentials:
            - { id: org-a, apiKey: key-of-a, weight: 2 }
            - { id: org-b, apiKey: key-of-b }
        - id: bedrock
          type: anthropic-compatible
          baseUrl: "@1"
          retry: { maxRetries: 0 }
          credentials: [{ id: eu, apiKey: key-of-eu }]
      models:
        - id: anthropic/claude-sonnet-5
          aliases: [claude-sonnet-5]
          caching: { supported: true, minTokens: 1 }
          price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWrite1h: 6 }
          targets:
            - { provider: anthropic, model: claude-sonnet-5 }
            - { provider: bedrock, model: eu.anthropic.claude-sonnet-5 }
      """;

  private static final int SESSIONS = 5;
  private static final String RULES =
      "Answer as the harbour master would: short, exact, with the tide in mind. ";

  private final Wire wire;
  private int sent;
  private final Map<String, List<String>> conversations = new HashMap<>();

  private Harbour(String config) {
    CacheRules rules = CacheRules.DOCUMENTED.withMinTokens(1);
    wire =
        Wire.besideOthers(
            config,
            SimulatorConfig.of(
                    SimulatedKey.of("org-a", "key-of-a"), SimulatedKey.of("org-b", "key-of-b"))
                .withCache(rules)
                .withReply(Reply.text(12)),
            SimulatorConfig.of(SimulatedKey.of("eu", "key-of-eu"))
                .withCache(rules)
                .withReply(Reply.text(12)));
  }

  /** The gateway behind a management token. */
  static Harbour guarded() {
    return new Harbour(CONFIG);
  }

  /** The same without a token, on a port, with further sections. */
  static Harbour open(int port, String more) {
    return new Harbour(CONFIG.replace("port: 0, token: harbour-token", "port: " + port) + more);
  }

  Wire wire() {
    return wire;
  }

  /** Where the console is. */
  String console() {
    return wire.managementOrigin() + "/";
  }

  /** The body of a session's next turn. */
  String body(String session) {
    List<String> turns = conversations.computeIfAbsent(session, unused -> new ArrayList<>());
    turns.add(
        "{\"role\":\"user\",\"content\":\"Turn "
            + turns.size()
            + " of "
            + session.hashCode()
            + ". "
            + "The wind backs and the bar breaks. ".repeat(12)
            + "\"}");
    return "{\"model\":\"claude-sonnet-5\",\"max_tokens\":64,\"cache_control\":{\"type\":\"ephemeral\"},"
        + "\"system\":\""
        + RULES.repeat(40)
        + "\",\"messages\":["
        + String.join(",", turns)
        + "]}";
  }

  /** One turn of a session. */
  Answer turn(String session) {
    return send(session, body(session));
  }

  /** A turn with a body that was made before. */
  Answer send(String session, String body) {
    sent++;
    return wire.post("/v1/messages", body, "x-api-key", "web-secret", "x-session-id", session);
  }

  /** Makes a credential of the first provider refuse its next call. */
  void refuseNext(String credential) {
    wire.simulator(0).credential(credential).fault(Fault.status(401));
  }

  /**
   * Ten seconds a step: sessions that grow, begin anew after a while, and now and then must move.
   * At the end one account is down.
   */
  void sail(int steps) {
    for (int step = 0; step < steps; step++) {
      for (int i = 0; i < SESSIONS; i++) {
        if ((step + i) % 3 != 0) {
          turn(ship(i, step));
        }
      }
      if (step % 60 == 4) {
        refuseNext(newest().path("credential").asText());
        turn(ship(4, step));
        turn(ship(3, step));
      }
      awaitEnds();
      wire.clock().advance(Duration.ofSeconds(10));
    }
    refuseNext("org-a");
    for (int i = 0; i < SESSIONS - 2; i++) {
      turn(ship(i, steps - 1));
    }
  }

  /** Waits until every turn so far has ended, so that none takes the time that passes next. */
  private void awaitEnds() {
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .until(() -> requests() == sent);
  }

  /** How many requests the gateway has counted. */
  int requests() {
    return manage("/admin/v1/overview").json().path("totals").path("requests").asInt();
  }

  /** The name of a session of a step. */
  static String ship(int number, int step) {
    return "ship-" + number + "-" + step / 25;
  }

  /** The newest turn, as the admin API tells it. */
  JsonNode newest() {
    return manage("/admin/v1/turns?limit=1").json().path("turns").path(0);
  }

  /** The newest turn that moved. */
  JsonNode moved() {
    return manage("/admin/v1/turns?limit=1&moved=true").json().path("turns").path(0);
  }

  /** Asks the admin API. */
  Answer manage(String path) {
    return wire.manage(path, "authorization", "Bearer " + TOKEN);
  }

  @Override
  public void close() {
    wire.close();
  }
}
