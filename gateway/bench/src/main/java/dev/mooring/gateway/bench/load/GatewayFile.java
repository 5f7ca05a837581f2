package dev.mooring.gateway.bench.load;

import dev.mooring.gateway.bench.load.ProxyFiles.Ports;

/** The gateway's configuration: a client key, models at each upstream, everything else default. */
final class GatewayFile {
  /** The client key's secret. */
  static final String SECRET = "bench-client-key";

  /** The model at the same API's upstreams. */
  static final String PLAIN = "bench";

  /** The model at an upstream of another API. */
  static final String TRANSLATED = "bench-translated";

  /** The model with {@link #TARGETS} targets. */
  static final String MANY = "bench-many";

  /** How many targets {@link #MANY} has. */
  static final int TARGETS = 20;

  private static final String STREAMS = "-stream";

  private GatewayFile() {}

  /** The name of a model whose answers are streams. */
  static String streaming(String model) {
    return model + STREAMS;
  }

  /**
   * The configuration.
   *
   * @param port of the API
   * @param managementPort of management
   * @param store the store section in one line
   * @param upstream where providers are
   */
  static String text(int port, int managementPort, String store, Ports upstream) {
    StringBuilder text = new StringBuilder(4096);
    text.append("server: { host: 127.0.0.1, port: ").append(port).append(" }\n");
    text.append("management: { host: 127.0.0.1, port: ").append(managementPort).append(" }\n");
    text.append("store: ").append(store).append('\n');
    text.append("teams: [{ id: bench, keys: [{ id: load, secret: ")
        .append(SECRET)
        .append(" }] }]\n");
    text.append("providers:\n");
    provider(text, "documents", "openai-compatible", upstream.documents());
    provider(text, "streams", "openai-compatible", upstream.streams());
    provider(text, "claude", "anthropic-compatible", upstream.documents());
    provider(text, "claude-streams", "anthropic-compatible", upstream.streams());
    StringBuilder targets = new StringBuilder();
    for (int i = 0; i < TARGETS; i++) {
      provider(text, "one-of-many-" + i, "openai-compatible", upstream.documents());
      targets.append(i == 0 ? "" : ", ").append(target("one-of-many-" + i));
    }
    text.append("models:\n");
    model(text, PLAIN, target("documents"));
    model(text, streaming(PLAIN), target("streams"));
    model(text, TRANSLATED, target("claude"));
    model(text, streaming(TRANSLATED), target("claude-streams"));
    model(text, MANY, targets.toString());
    return text.toString();
  }

  private static void provider(StringBuilder text, String id, String type, int port) {
    text.append("  - { id: ").append(id).append(", type: ").append(type);
    text.append(", baseUrl: \"http://127.0.0.1:").append(port);
    text.append("\", credentials: [{ id: main, apiKey: upstream-key }] }\n");
  }

  private static String target(String provider) {
    return "{ provider: " + provider + ", model: bench }";
  }

  private static void model(StringBuilder text, String id, String targets) {
    text.append("  - { id: ").append(id);
    text.append(", caching: { supported: true, minTokens: 256 }, price: { input: 3, output: 15, ");
    text.append("cacheRead: 0.3, cacheWrite: 3.75 }, targets: [").append(targets).append("] }\n");
  }
}
