package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.evaluate.TurnResult.Holder;
import dev.mooring.gateway.simulator.CacheRules;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The providers, accounts and models of the evaluation. All sizes on the wire are scaled: one token
 * of text stands for {@link #SCALE} tokens, for the gateway and for the providers alike.
 */
final class World {
  /** How many tokens one token of text stands for. */
  static final int SCALE = 16;

  /** From a request to the answer's head, where everything was cached. */
  static final Duration LATENCY = Duration.ofMillis(600);

  /** How fast uncached input is read, in tokens per second. */
  static final double PREFILL = 10_000;

  /** How fast output is written, in tokens per second. */
  static final double OUTPUT = 80;

  /** The shortest prefix that is cached, in tokens. */
  static final int MIN_TOKENS = 1024;

  /** Words of an answer on the wire; what an answer costs goes by the traffic. */
  private static final int WORDS = 4;

  private static final String NOWHERE = "http://127.0.0.1:1";

  private static final String MODELS =
      """
      models:
        - id: claude-opus-5
          caching: { supported: true, minTokens: %1$d }
          price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }
          targets: [{ provider: anthropic, model: claude-opus-5, weight: 2 }, { provider: cloud, model: claude-opus-5, weight: 1 }]
        - id: claude-sonnet-5
          caching: { supported: true, minTokens: %1$d }
          price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }
          targets: [{ provider: anthropic, model: claude-sonnet-5, weight: 2 }, { provider: cloud, model: claude-sonnet-5, weight: 1 }]
        - id: claude-haiku-4-5
          caching: { supported: true, minTokens: %1$d }
          price: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }
          targets: [{ provider: anthropic, model: claude-haiku-4-5, weight: 2 }, { provider: cloud, model: claude-haiku-4-5, weight: 1 }]
        - id: gpt-5.5
          caching: { supported: true, minTokens: %1$d }
          price: { input: 1.25, output: 10, cacheRead: 0.125 }
          targets: [{ provider: openai, model: gpt-5.5, weight: 2 }, { provider: foundry, model: gpt-5.5, weight: 1 }]
      """
          .formatted(text(MIN_TOKENS));

  /** The providers, in the order in which their simulators are started. */
  static final List<Supplier> SUPPLIERS =
      List.of(
          new Supplier("anthropic", "anthropic", List.of("org-a", "org-b"), Duration.ofMinutes(5)),
          new Supplier("cloud", "anthropic-compatible", List.of("main"), Duration.ofMinutes(5)),
          new Supplier("openai", "openai", List.of("east", "west"), Duration.ofMinutes(10)),
          new Supplier("foundry", "openai-compatible", List.of("main"), Duration.ofMinutes(10)));

  private World() {}

  /**
   * A provider.
   *
   * @param credentials their ids, each with a cache of its own
   * @param lifetime how long it caches
   */
  record Supplier(String id, String type, List<String> credentials, Duration lifetime) {
    /** Whether a model of these is served. */
    boolean serves(String model) {
      return model.startsWith("claude") == type.startsWith("anthropic");
    }

    private String secret(String credential) {
      return "sk-" + id + "-" + credential;
    }

    /** Its simulator. */
    SimulatorConfig simulator(InstantSource clock, long seed) {
      return SimulatorConfig.of(
              credentials.stream()
                  .map(it -> SimulatedKey.of(it, secret(it)))
                  .map(key -> key.withLatency(LATENCY, Duration.ZERO))
                  .map(key -> key.withSpeed(0, PREFILL / SCALE))
                  .toArray(SimulatedKey[]::new))
          .withName(id)
          .withSeed(seed)
          .withClock(clock)
          .withReply(Reply.text(WORDS))
          .withCache(CacheRules.DOCUMENTED.withMinTokens(text(MIN_TOKENS)))
          .withMaxRecorded(0);
    }

    private String yaml(String origin) {
      StringBuilder yaml = new StringBuilder();
      yaml.append("  - id: ").append(id).append("\n    type: ").append(type);
      yaml.append("\n    baseUrl: \"").append(origin).append('"');
      yaml.append("\n    cacheLifetime: ").append(lifetime.toSeconds()).append('s');
      yaml.append("\n    credentials:\n");
      for (String credential : credentials) {
        yaml.append("      - { id: ").append(credential);
        yaml.append(", apiKey: ").append(secret(credential)).append(" }\n");
      }
      return yaml.toString();
    }
  }

  /** The model here that stands for another: of its family, else {@code gpt-5.5}. */
  static String model(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.contains("opus")) {
      return "claude-opus-5";
    }
    if (lower.contains("haiku")) {
      return "claude-haiku-4-5";
    }
    return lower.contains("claude") ? "claude-sonnet-5" : "gpt-5.5";
  }

  /** The accounts that serve a model. */
  static List<Holder> accounts(String model) {
    return SUPPLIERS.stream()
        .filter(supplier -> supplier.serves(model))
        .flatMap(it -> it.credentials().stream().map(account -> new Holder(it.id(), account)))
        .toList();
  }

  /** How long a model's prompts are cached. */
  static Duration lifetime(String model) {
    return SUPPLIERS.stream()
        .filter(supplier -> supplier.serves(model))
        .map(Supplier::lifetime)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Refuses a provider or an account that is none.
   *
   * @param credential empty for every one of the provider
   * @throws IllegalArgumentException that names those there are
   */
  static void check(String provider, String credential) {
    Supplier supplier =
        SUPPLIERS.stream()
            .filter(it -> it.id().equals(provider))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "provider: "
                            + provider
                            + " (expected: one of "
                            + SUPPLIERS.stream().map(Supplier::id).toList()
                            + ")"));
    if (!credential.isEmpty() && !supplier.credentials().contains(credential)) {
      throw new IllegalArgumentException(
          "credential: " + credential + " (expected: one of " + supplier.credentials() + ")");
    }
  }

  /** The models' prices, by id. */
  static Map<String, Price> prices() {
    Map<String, Price> prices = new HashMap<>();
    gateway(Policy.DEFAULT, Map.of(), "{ type: memory }", "1s")
        .models()
        .forEach((id, model) -> prices.put(id, Objects.requireNonNull(model.price())));
    return prices;
  }

  /** How many tokens of text stand for so many tokens. */
  static int text(int tokens) {
    return Math.max(2, Math.round((float) tokens / SCALE));
  }

  /** How long an answer takes to be written. */
  static Duration generation(int outputTokens) {
    return Duration.ofMillis(Math.round(outputTokens * 1000 / OUTPUT));
  }

  /** How long the answer's head takes, where so many tokens are not cached. */
  static Duration firstToken(int uncachedText) {
    return LATENCY.plusMillis(Math.round(uncachedText * 1000 / (PREFILL / SCALE)));
  }

  /**
   * A gateway on free loopback ports.
   *
   * @param origins of the providers, by id; one that is missing is not called
   * @param store what is said of the store, in YAML
   * @param drain how long a node that ends lets its requests finish, in YAML
   */
  static GatewayConfig gateway(
      Policy policy, Map<String, String> origins, String store, String drain) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("server: { port: 0, drainTimeout: ").append(drain).append(" }\n");
    yaml.append("management: { port: 0 }\n");
    yaml.append("store: ").append(store).append('\n');
    yaml.append("affinity: ").append(policy.affinity()).append('\n');
    yaml.append("providers:\n");
    SUPPLIERS.forEach(
        supplier -> yaml.append(supplier.yaml(origins.getOrDefault(supplier.id(), NOWHERE))));
    yaml.append(MODELS);
    LoadedConfig loaded = ConfigLoader.parse("evaluation", yaml.toString(), Map.of());
    if (loaded instanceof LoadedConfig.Valid valid) {
      return valid.config();
    }
    throw new IllegalStateException(loaded.toString());
  }
}
