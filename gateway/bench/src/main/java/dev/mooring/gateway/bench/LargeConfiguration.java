package dev.mooring.gateway.bench;

import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.LoadedConfig;
import java.util.Map;

/**
 * A configuration of the size that the plan is measured with: one model with 20 weighted targets at
 * 20 providers of 10 credentials each, and a number of rules of every kind, none of which matches.
 */
final class LargeConfiguration {
  private static final int PROVIDERS = 20;
  private static final int CREDENTIALS = 10;

  /**
   * Of six rules four can be decided once for a team, key and model, and two for no two requests.
   */
  private static final String[] CONDITIONS = {
    "team == 'team-%d' && model.startsWith('openai/')",
    "model == 'vendor/model-%d'",
    "key.startsWith('batch-%d')",
    "api == 'responses' && requestedModel.endsWith('-%d')",
    "headers['x-tier'] == 'tier-%d'",
    "promptTokens > 1000000 + %d && 'long' in tags",
  };

  private LargeConfiguration() {}

  /** The configuration with so many rules. */
  static GatewayConfig withRules(int rules) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("teams:\n  - id: acme\n    keys:\n");
    yaml.append("      - { id: web, secret: sk-bench, allow: { models: ['vendor/*'] } }\n");
    yaml.append("providers:\n");
    for (int p = 0; p < PROVIDERS; p++) {
      yaml.append("  - { id: p").append(p).append(", type: openai-compatible,");
      yaml.append(" baseUrl: 'http://127.0.0.1:1', credentials: [");
      for (int c = 0; c < CREDENTIALS; c++) {
        yaml.append(c == 0 ? "" : ", ").append("{ id: c").append(c);
        yaml.append(", apiKey: key-").append(p).append('-').append(c);
        yaml.append(", weight: ").append(1 + c % 3).append(" }");
      }
      yaml.append("] }\n");
    }
    yaml.append("models:\n  - id: vendor/model\n    aliases: [model]\n    targets:\n");
    for (int p = 0; p < PROVIDERS; p++) {
      yaml.append("      - { provider: p").append(p).append(", model: upstream-model, weight: ");
      yaml.append(1 + p % 4).append(" }\n");
    }
    if (rules > 0) {
      yaml.append("routing:\n  rules:\n");
    }
    for (int r = 0; r < rules; r++) {
      yaml.append("    - { name: rule-").append(r).append(", when: \"");
      yaml.append(CONDITIONS[r % CONDITIONS.length].formatted(r));
      yaml.append("\", targets: [{ provider: p0, model: upstream-model }] }\n");
    }
    LoadedConfig loaded = ConfigLoader.parse("bench.yaml", yaml.toString(), Map.of());
    if (loaded instanceof LoadedConfig.Valid valid) {
      return valid.config();
    }
    throw new IllegalStateException(loaded.toString());
  }
}
