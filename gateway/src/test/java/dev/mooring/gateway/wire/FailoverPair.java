package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * A model that provider {@code a} serves and {@code b} after it, with short time-outs and without
 * retries, shared by the tests of a class.
 */
abstract class FailoverPair {
  static final String SECRET_A = "sk-secret-of-a-4711";
  static final String SECRET_B = "sk-secret-of-b-4711";
  static final String CONFIG =
      """
      server: { port: 0, heartbeat: 15s }
      health: { failures: 1000 }
      providers:
        - id: a
          type: openai-compatible
          apis: [chat, responses, messages]
          baseUrl: "@0"
          retry: { maxRetries: 0 }
          timeouts: { firstByte: 350ms, idle: 350ms }
          credentials: [{ id: credential-of-a, apiKey: %s }]
        - id: b
          type: openai-compatible
          apis: [chat, responses, messages]
          baseUrl: "@1"
          retry: { maxRetries: 0 }
          timeouts: { firstByte: 350ms, idle: 350ms }
          credentials: [{ id: credential-of-b, apiKey: %s }]
      models:
        - id: acme/m
          aliases: [m]
          price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWrite1h: 6 }
          targets: [{ provider: a, model: up-a }, { provider: b, model: up-b }]
      """
          .formatted(SECRET_A, SECRET_B);

  @SuppressWarnings("NullAway.Init") // set before all tests
  static Wire wire;

  @BeforeAll
  static void startPair() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(SimulatedKey.of("key-a", SECRET_A)),
            SimulatorConfig.of(SimulatedKey.of("key-b", SECRET_B)));
  }

  @AfterAll
  static void stopPair() {
    wire.close();
  }

  @BeforeEach
  void startAnew() {
    forget();
  }

  static void forget() {
    wire.simulator(0).credential("key-a").clearFaults();
    wire.simulator(1).credential("key-b").clearFaults();
    wire.simulator(0).clearRequests();
    wire.simulator(1).clearRequests();
  }

  /** Lets both providers serve once, so that the gateway knows that they are well. */
  static void recover() {
    forget();
    wire.clock().advance(Duration.ofMinutes(2));
    for (String provider : List.of("a", "b")) {
      String only = "\"providerOptions\":{\"gateway\":{\"only\":[\"" + provider + "\"]}},";
      Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.body("m", false, only));
      assertThat(answer.status()).isEqualTo(200);
    }
    forget();
  }

  /** Something goes wrong at the first provider, once. */
  static void breakFirst(Fault fault) {
    wire.simulator(0).credential("key-a").fault(fault);
  }

  /** Something goes wrong at the second provider, once. */
  static void breakSecond(Fault fault) {
    wire.simulator(1).credential("key-b").fault(fault);
  }
}
