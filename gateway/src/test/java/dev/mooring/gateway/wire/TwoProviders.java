package dev.mooring.gateway.wire;

import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;

/** Two providers of two credentials each that serve model {@code m} in all three APIs. */
final class TwoProviders {
  /** Providers and models; teams and the rest may stand before it. */
  static final String CONFIG =
      """
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            retry: { maxRetries: 0 },
            credentials: [{ id: a, apiKey: key-of-a }, { id: b, apiKey: key-of-b }] }
        - { id: q, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages],
            retry: { maxRetries: 0 },
            credentials: [{ id: c, apiKey: key-of-c }, { id: d, apiKey: key-of-d }] }
      models:
        - { id: m, caching: { supported: true, minTokens: 1 },
            targets: [{ provider: p, model: up-m }, { provider: q, model: up-m }] }
      """;

  /** Only the second provider is planned. */
  static final String ONLY_Q = "\"providerOptions\":{\"gateway\":{\"only\":[\"q\"]}}";

  private TwoProviders() {}

  /** The gateway before both, with more configuration in front. */
  static Wire wire(String more) {
    return Wire.of(
        more + CONFIG,
        SimulatorConfig.of(SimulatedKey.of("a", "key-of-a"), SimulatedKey.of("b", "key-of-b")),
        SimulatorConfig.of(SimulatedKey.of("c", "key-of-c"), SimulatedKey.of("d", "key-of-d")));
  }

  /** Forgets what was received and what was to fail. */
  static void reset(Wire wire) {
    for (int i = 0; i < 2; i++) {
      wire.simulator(i).clearRequests();
      for (String id : i == 0 ? new String[] {"a", "b"} : new String[] {"c", "d"}) {
        wire.simulator(i).credential(id).clearFaults();
      }
    }
  }
}
