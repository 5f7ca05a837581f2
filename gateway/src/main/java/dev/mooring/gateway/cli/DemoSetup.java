package dev.mooring.gateway.cli;

import dev.mooring.gateway.config.AffinityConfig;
import dev.mooring.gateway.config.CloudConfig;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.HealthConfig;
import dev.mooring.gateway.config.LoggingConfig;
import dev.mooring.gateway.config.ManagementConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import dev.mooring.gateway.config.Preset;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.ProviderType;
import dev.mooring.gateway.config.RatesConfig;
import dev.mooring.gateway.config.RetryConfig;
import dev.mooring.gateway.config.RoutingConfig;
import dev.mooring.gateway.config.ServerConfig;
import dev.mooring.gateway.config.StoreConfig;
import dev.mooring.gateway.config.TimeoutsConfig;
import dev.mooring.gateway.config.TracingConfig;
import dev.mooring.gateway.config.WaitConfig;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The demo's set-up: two simulated providers of two credentials each, and a gateway over them. */
final class DemoSetup {
  /** The model that is asked for. */
  static final String MODEL = "demo/model";

  /** List prices of a mid-size model, in USD per million tokens. */
  static final Price PRICE = new Price(3, 15, 0.3, 3.75, 6.0);

  private static final Duration LATENCY = Duration.ofMillis(5);
  private static final double PREFILL_TOKENS_PER_SECOND = 60_000;
  private static final int OUTPUT_TOKENS = 8;
  private static final List<String> CREDENTIALS = List.of("east", "west");

  private DemoSetup() {}

  /** A simulated provider. */
  static SimulatorConfig simulator(String name) {
    return SimulatorConfig.DEFAULTS
        .withName(name)
        .withReply(Reply.text(OUTPUT_TOKENS))
        .withMaxRecorded(0)
        .withKeys(
            CREDENTIALS.stream()
                .map(id -> SimulatedKey.of(id, secret(name, id)))
                .map(key -> key.withLatency(LATENCY, Duration.ZERO))
                .map(key -> key.withSpeed(0, PREFILL_TOKENS_PER_SECOND))
                .toList());
  }

  /**
   * A gateway on free loopback ports.
   *
   * @param origins the providers' origins, by name
   */
  static GatewayConfig gateway(Map<String, String> origins) {
    Map<String, ProviderConfig> providers = new LinkedHashMap<>();
    origins.forEach((name, origin) -> providers.put(name, provider(name, origin)));
    List<TargetConfig> targets =
        origins.keySet().stream().map(name -> new TargetConfig(name, "demo-model", 1.0)).toList();
    ModelConfig model = new ModelConfig(MODEL, List.of(), null, PRICE, Set.of(), targets);
    return new GatewayConfig(
        new ServerConfig(
            "127.0.0.1",
            0,
            1 << 26,
            Duration.ZERO,
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            false),
        new ManagementConfig("127.0.0.1", 0, "", false),
        StoreConfig.memory(100_000, 1 << 26),
        new AffinityConfig(
            true, Duration.ofSeconds(15), Duration.ofHours(1), 8, false, WaitConfig.defaults()),
        new HealthConfig(
            5,
            Duration.ofSeconds(5),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            RatesConfig.defaults()),
        new LoggingConfig(LoggingConfig.Format.TEXT, false, false),
        TracingConfig.OFF,
        List.of(),
        providers,
        Map.of(MODEL, model),
        Map.of(),
        new RoutingConfig(List.of()));
  }

  private static ProviderConfig provider(String name, String origin) {
    return new ProviderConfig(
        name,
        Preset.of(ProviderType.OPENAI_COMPATIBLE),
        origin,
        Set.of(Dialect.CHAT, Dialect.RESPONSES, Dialect.MESSAGES),
        null,
        false,
        false,
        true,
        new RetryConfig(2, Duration.ofMillis(500), Duration.ofSeconds(5)),
        new TimeoutsConfig(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(30)),
        false,
        null,
        CloudConfig.NONE,
        CREDENTIALS.stream().map(id -> new CredentialConfig(id, secret(name, id), 1, id)).toList());
  }

  private static String secret(String provider, String credential) {
    return "sk-demo-" + provider + "-" + credential;
  }
}
