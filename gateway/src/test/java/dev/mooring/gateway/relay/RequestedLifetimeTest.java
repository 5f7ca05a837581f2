package dev.mooring.gateway.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.provider.Provider;
import dev.mooring.gateway.routing.Condition;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which cache lifetime a candidate is asked for (contract, section 5, the table of lifetimes). */
class RequestedLifetimeTest {
  private static final Envelope DAY = envelope("\"prompt_cache_retention\":\"24h\"");
  private static final Envelope HOUR =
      envelope("\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}");

  private static Envelope envelope(String wish) {
    String body = "{\"model\":\"m\",\"messages\":[]," + wish + "}";
    return Envelope.read(Api.CHAT, body.getBytes(UTF_8));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          type: openai                                  | gpt-5.5                      | PT24H | -
          type: azure, baseUrl: "https://r"             | my-deployment                | PT24H | -
          type: azure, baseUrl: "https://r"             | claude-sonnet-5              | -     | PT1H
          type: bedrock, region: r                      | us.anthropic.claude-sonnet-5 | -     | PT1H
          type: bedrock, region: r                      | amazon.nova-pro-v1:0         | -     | -
          type: vertex, location: global, project: p    | claude-sonnet-5              | -     | PT1H
          type: openai-compatible, baseUrl: "https://r" | gpt-5.5                      | -     | -
          """)
  void aDayIsAskedOfOpenAisModelsAndAnHourOfAnthropics(
      String provider, String upstreamModel, Duration ofADay, Duration ofAnHour) {
    GatewayConfig config = config(provider, upstreamModel);
    ModelConfig model = Objects.requireNonNull(config.models().get("m"));
    ProviderConfig upstream = Objects.requireNonNull(config.providers().get("p"));
    PlanCandidate candidate =
        new PlanCandidate(
            Provider.of(upstream),
            upstream.credentials().get(0),
            upstreamModel,
            false,
            Condition.HEALTHY);
    assertThat(CacheRules.requested(DAY, model, candidate, null)).isEqualTo(ofADay);
    assertThat(CacheRules.requested(HOUR, model, candidate, null)).isEqualTo(ofAnHour);
  }

  private static GatewayConfig config(String provider, String upstreamModel) {
    String yaml =
        """
        providers: [{ id: p, %s, credentials: [{ id: k, apiKey: key }] }]
        models: [{ id: m, targets: [{ provider: p, model: "%s" }] }]
        """
            .formatted(provider, upstreamModel);
    LoadedConfig loaded = ConfigLoader.parse("test.yaml", yaml, Map.of());
    return ((LoadedConfig.Valid) loaded).config();
  }
}
