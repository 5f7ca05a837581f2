package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.CloudConfig;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.Preset;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.ProviderType;
import dev.mooring.gateway.config.RetryConfig;
import dev.mooring.gateway.config.TimeoutsConfig;
import dev.mooring.gateway.provider.Provider;
import dev.mooring.gateway.routing.Condition;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanningReasoningTest {
  @Test
  void aPlanOfSystemCredentialsNamesThemAndTheirOrder() {
    assertThat(PlanningReasoning.of("", List.of(system("openai"), system("azure"))))
        .isEqualTo(
            "System credentials planned for: openai, azure."
                + " Total execution order: openai(system) → azure(system)");
  }

  @Test
  void severalCredentialsOfAProviderAreOneStepOfTheOrder() {
    assertThat(PlanningReasoning.of("", List.of(system("a"), system("b"), system("a"))))
        .endsWith("Total execution order: a(system) → b(system)");
  }

  @Test
  void ownCredentialsAreSaidToComeBeforeWhatRoutingWouldPrefer() {
    assertThat(
            PlanningReasoning.of(
                "Provider set restricted to: cerebras, groq, bedrock.",
                List.of(byok("bedrock"), system("cerebras"), system("groq"), system("bedrock"))))
        .isEqualTo(
            "Provider set restricted to: cerebras, groq, bedrock."
                + " BYOK credentials available for: bedrock."
                + " BYOK execution order prioritizes bedrock over routing preference cerebras."
                + " System credentials planned for: cerebras, groq, bedrock."
                + " Total execution order: bedrock(BYOK) → cerebras(system) → groq(system)"
                + " → bedrock(system)");
  }

  @Test
  void ownCredentialsAloneNameNoSystem() {
    assertThat(PlanningReasoning.of("", List.of(byok("a"))))
        .isEqualTo("BYOK credentials available for: a. Total execution order: a(BYOK)");
  }

  private static PlanCandidate system(String provider) {
    return candidate(provider, false);
  }

  private static PlanCandidate byok(String provider) {
    return candidate(provider, true);
  }

  private static PlanCandidate candidate(String id, boolean byok) {
    Duration second = Duration.ofSeconds(1);
    Provider provider =
        Provider.of(
            new ProviderConfig(
                id,
                Preset.of(ProviderType.OPENAI_COMPATIBLE),
                "http://127.0.0.1:1",
                Set.of(Dialect.CHAT),
                null,
                false,
                false,
                true,
                new RetryConfig(1, second, second),
                new TimeoutsConfig(second, second, second),
                false,
                null,
                CloudConfig.NONE,
                List.of()));
    return new PlanCandidate(
        provider, new CredentialConfig("k", "secret", 1, "k"), "m", byok, Condition.HEALTHY);
  }
}
