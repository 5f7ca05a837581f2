package dev.mooring.gateway.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A gateway before provider {@code a} with the credentials a1, a2 and a3 and provider {@code b}
 * with b1 and b2, each of its own cache, and the callers who talk to it.
 */
final class Scene implements AutoCloseable {
  private static final String PROVIDERS =
      """
      health: { failures: 1000 }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat],
            retry: { maxRetries: 2, initialBackoff: 1ms, maxBackoff: 1s }, timeouts: { firstByte: 400ms, idle: 400ms },
            credentials: [{ id: a1, apiKey: key-a1 }, { id: a2, apiKey: key-a2 }, { id: a3, apiKey: key-a3 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", apis: [chat],
            retry: { maxRetries: 2, initialBackoff: 1ms, maxBackoff: 1s }, timeouts: { firstByte: 400ms, idle: 400ms },
            credentials: [{ id: b1, apiKey: key-b1 }, { id: b2, apiKey: key-b2 }] }
      """;
  private static final AtomicInteger SESSIONS = new AtomicInteger();

  /** A 429 that asks for a moment. */
  static final Fault BUSY = Fault.status(429).withHeader("retry-after-ms", "10").always();

  private final String yaml;
  private final Wire wire;

  /** Starts it with these models and rules. */
  Scene(String modelsAndRules) {
    yaml = PROVIDERS + modelsAndRules;
    wire =
        Wire.of(
            yaml,
            SimulatorConfig.of(keys("a1", "a2", "a3", "a4", "own")),
            SimulatorConfig.of(keys("b1", "b2")));
  }

  /** A session that nobody has used. */
  String newSession() {
    return "session " + SESSIONS.incrementAndGet();
  }

  /** A session that is pinned to this credential. */
  String sessionOn(String model, String credential) {
    for (int i = 0; i < 200; i++) {
      String session = newSession();
      turn(session, model);
      if (hits().equals(credential + "×1")) {
        return session;
      }
    }
    throw new AssertionError("no session came to " + credential);
  }

  /** One turn of a session; headers come in pairs of name and value. */
  Answer turn(String session, String model, String... headers) {
    return wire.post("/v1/chat/completions", body(model, ""), with(session, headers));
  }

  /** The same, with further members of the body. */
  Answer turnWith(String session, String model, String members) {
    return wire.post("/v1/chat/completions", body(model, "," + members), with(session));
  }

  /** The same, without waiting for the answer. */
  CompletableFuture<Answer> turnAsync(String session, String model, String members) {
    return wire.postAsync("/v1/chat/completions", body(model, "," + members), with(session));
  }

  /** So many turns, all of which are served. */
  void turns(int count, String session, String model) {
    for (int i = 0; i < count; i++) {
      assertThat(turn(session, model).status()).isEqualTo(200);
    }
  }

  /** A request without any session's name. */
  Answer anonymous(String model, String text) {
    return wire.post(
        "/v1/chat/completions",
        "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
            .formatted(model, text));
  }

  /** From now on a credential fails. */
  void fails(String credential, Fault fault) {
    simulated(credential).credential(credential).fault(fault);
  }

  /** From now on a credential serves again; the gateway does not know yet. */
  void serves(String credential) {
    simulated(credential).credential(credential).clearFaults();
  }

  /** From now on credentials serve again, and the gateway has forgotten that they did not. */
  void heals(String... credentials) {
    for (String credential : credentials) {
      serves(credential);
    }
    passes(Duration.ofSeconds(61));
  }

  /** Time passes. */
  void passes(Duration time) {
    wire.clock().advance(time);
  }

  /** The configuration is loaded again, with the first text in place of the second. */
  void reloadWith(String replacement, String original) {
    assertThat(yaml).contains(original);
    wire.gateway().apply(wire.config(yaml.replace(original, replacement)));
  }

  /** The configuration is loaded again as it was at the start. */
  void reload() {
    wire.gateway().apply(wire.config(yaml));
  }

  /** How often each credential was called since this was last asked: {@code a1×3 b1×1}. */
  String hits() {
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < 2; i++) {
      for (ReceivedRequest request : wire.received(i)) {
        counts.merge(request.credential(), 1, Integer::sum);
      }
      wire.simulator(i).clearRequests();
    }
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + "×" + entry.getValue())
        .collect(Collectors.joining(" "));
  }

  /** The credentials that were called since {@link #hits} was last asked, each once. */
  List<String> called() {
    return Arrays.stream(hits().split(" ", -1)).map(hit -> hit.split("×", -1)[0]).toList();
  }

  @Override
  public void close() {
    wire.close();
  }

  private Simulator simulated(String credential) {
    return wire.simulator(credential.startsWith("b") ? 1 : 0);
  }

  private static String body(String model, String members) {
    return "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]%s}"
        .formatted(model, members);
  }

  private static String[] with(String session, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("x-session-id", session));
    return all.toArray(String[]::new);
  }

  private static SimulatedKey[] keys(String... ids) {
    return Arrays.stream(ids)
        .map(id -> SimulatedKey.of(id, "key-" + id))
        .toArray(SimulatedKey[]::new);
  }
}
