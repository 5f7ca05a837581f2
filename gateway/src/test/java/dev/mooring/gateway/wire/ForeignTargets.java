package dev.mooring.gateway.wire;

import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A provider of every dialect, all at one simulator, and a second simulator that speaks every
 * caller's format. Model {@code to-<dialect>} is served by the first and then by the second.
 */
abstract class ForeignTargets {
  static final String SECRET = "sk-secret-of-foreign-0815";
  static final List<String> DIALECTS =
      List.of("chat", "responses", "messages", "gemini", "converse", "invoke");
  private static final String PROVIDERS =
      """
      server: { port: 0, heartbeat: 15s }
      health: { failures: 1000, rates: { minimumCalls: 10000 } }
      providers:
        - { id: chat, type: openai-compatible, apis: [chat], baseUrl: "@0", %1$s }
        - { id: responses, type: openai-compatible, apis: [responses], baseUrl: "@0", %1$s }
        - { id: messages, type: anthropic-compatible, baseUrl: "@0", %1$s }
        - { id: gemini, type: google, baseUrl: "@0", %1$s }
        - { id: converse, type: bedrock, region: eu-west-1, baseUrl: "@0", %1$s }
        - { id: invoke, type: bedrock, region: eu-west-1, baseUrl: "@0", %1$s }
        - { id: native, type: openai-compatible, apis: [chat, responses, messages],
            baseUrl: "@1", retry: { maxRetries: 0 } }
      models:
      """
          .formatted(
              "retry: { maxRetries: 0 }, timeouts: { firstByte: 400ms, idle: 400ms },"
                  + " credentials: [{ id: k, apiKey: "
                  + SECRET
                  + " }]");

  @SuppressWarnings("NullAway.Init") // set before all tests
  static Wire wire;

  @BeforeAll
  static void startTargets() {
    wire =
        Wire.of(
            config(), SimulatorConfig.of(SimulatedKey.of("k", SECRET)), SimulatorConfig.DEFAULTS);
  }

  @AfterAll
  static void stopTargets() {
    wire.close();
  }

  @BeforeEach
  void forget() {
    wire.simulator(0).credential("k").clearFaults();
    wire.simulator(0).clearRequests();
    wire.simulator(1).clearRequests();
  }

  /** Every caller's format with every dialect that is not its own. */
  static Stream<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (SampleTurn api : SampleTurn.values()) {
      for (String dialect : DIALECTS) {
        boolean own = dialect.equalsIgnoreCase(api.name());
        boolean invoked = api == SampleTurn.MESSAGES && dialect.equals("invoke");
        if (!own && !invoked) {
          pairs.add(Arguments.of(api, dialect));
        }
      }
    }
    return pairs.stream();
  }

  private static String config() {
    StringBuilder config = new StringBuilder(PROVIDERS);
    for (String dialect : DIALECTS) {
      config
          .append("  - { id: to-")
          .append(dialect)
          .append(", caching: { supported: true, minTokens: 1 },\n")
          .append("      price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },\n")
          .append("      targets: [{ provider: ")
          .append(dialect)
          .append(", model: \"")
          .append(model(dialect))
          .append("\" }, { provider: native, model: up-native }] }\n");
    }
    return config.toString();
  }

  private static String model(String dialect) {
    return switch (dialect) {
      case "gemini" -> "gemini-2.5-flash";
      case "converse" -> "us.amazon.nova-pro-v1:0";
      case "invoke" -> "us.anthropic.claude-sonnet-5-v1:0";
      default -> "up-m";
    };
  }
}
