package dev.mooring.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheFactsTest {
  private final CacheFacts facts = CacheFacts.builtIn();

  @ParameterizedTest
  @CsvSource({
    "anthropic, claude-fable-5-1, 512",
    "anthropic, claude-mythos-5, 512",
    "anthropic, claude-mythos-preview, 2048",
    "bedrock, anthropic.claude-mythos-preview, 4096",
    "anthropic, claude-opus-5-5, 512",
    "anthropic, claude-opus-5, 512",
    "bedrock, us.anthropic.claude-opus-5, 512",
    "anthropic, claude-sonnet-5-5, 512",
    "anthropic, claude-sonnet-5-5-20261001, 512",
    "anthropic, claude-sonnet-5.5, 512",
    "anthropic, claude-haiku-5-5, 512",
    "anthropic, claude-sonnet-5, 1024",
    "anthropic, claude-sonnet-5-20260601, 1024",
    "bedrock, us.anthropic.claude-sonnet-5, 1024",
    "bedrock, us-gov.anthropic.claude-sonnet-5-v1:0, 1024",
    "vertex, claude-sonnet-5@20260601, 1024",
    "anthropic, claude-opus-4-8, 1024",
    "anthropic, claude-opus-4-7, 2048",
    "vertex, claude-opus-4-7@20260401, 2048",
    "openai-compatible, anthropic/claude-opus-4.7, 2048",
    "openai-compatible, anthropic/claude-opus-4.7:thinking, 2048",
    "bedrock, global.anthropic.claude-opus-4-7-v1:0, 4096",
    "bedrock, 'arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-4-7', 4096",
    "anthropic, claude-opus-4-6, 4096",
    "anthropic, claude-opus-4-5-20251101, 4096",
    "anthropic, claude-opus-4-1-20250805, 1024",
    "anthropic, claude-opus-4-20250514, 1024",
    "anthropic, claude-opus-4-0, 1024",
    "anthropic, claude-sonnet-4-6, 1024",
    "anthropic, claude-sonnet-4-5-20250929, 1024",
    "bedrock, eu.anthropic.claude-sonnet-4-5-20250929-v1:0, 1024",
    "anthropic, claude-sonnet-4-20250514, 1024",
    "anthropic, claude-haiku-4-5-20251001, 4096",
    "openai-compatible, databricks-claude-haiku-4-5, 4096",
    "anthropic, claude-3-7-sonnet-latest, 1024",
    "anthropic, claude-3-5-sonnet-20241022, 1024",
    "openai-compatible, anthropic/claude-3.5-haiku, 2048",
    "anthropic, claude-3-haiku-20240307, 2048",
    "anthropic, CLAUDE-HAIKU-4-5, 4096",
    "openai, gpt-5.6, 1024",
    "openai, gpt-5.5-2026-04-01, 1024",
    "openai, gpt-4o-mini, 1024",
    "openai, gpt-4.1-nano, 1024",
    "openai, o3, 1024",
    "azure, my-deployment, 1024",
    "bedrock, openai.gpt-5.5, 1024",
    "openai-compatible, openai/gpt-6.1, 1024",
    "openai-compatible, openai/gpt-oss-120b, 128",
    "google, gemini-2.5-flash, 2048",
    "google, models/gemini-2.5-pro, 2048",
    "vertex, google/gemini-3.1-pro-preview, 4096",
    "google, gemini-3-flash-preview, 4096",
    "bedrock, us.amazon.nova-pro-v1:0, 1024",
    "alibaba, qwen3-max, 256",
    "moonshot, kimi-k2.5, 257",
    "openai-compatible, MiniMax-M3, 512",
    "bedrock, amazon.nova-2-lite-v1:0, 1024",
    "bedrock, us.anthropic.claude-sonnet-4-6, 1024",
    "bedrock, anthropic.claude-haiku-4-5-20251001-v1:0, 4096",
    "azure, gpt-4o, 1024",
    "mistral, mistral-large-latest, 64",
    "cerebras, qwen-3-coder-480b, 128",
    "groq, openai/gpt-oss-20b, 128",
    "minimax, MiniMax-M3, 512",
  })
  void aModelsMinimumIsTheDocumentedOne(String providerType, String model, int minTokens) {
    CacheFacts.Fact fact = facts.fact(providerType, model);
    assertThat(fact.minTokens()).isEqualTo(minTokens);
    assertThat(fact.supported()).isTrue();
    assertThat(fact.source()).matches(".+, 2026-.+");
  }

  @ParameterizedTest
  @CsvSource({
    "deepseek, deepseek-chat",
    "openai-compatible, llama-4-maverick",
    "anthropic-compatible, some-model",
    "bedrock, mistral.mistral-large-3",
    "openai-compatible, gpts-of-mine",
    "xai, grok-4",
    "fireworks, accounts/fireworks/models/glm-5p2",
    "together, Qwen/Qwen3-Coder",
    "deepinfra, zai-org/GLM-4.7",
    "zai, glm-5",
    "groq, llama-3.3-70b-versatile",
    "minimax, MiniMax-M2.7",
    "anthropic, claude-quartet-9",
    "openai-compatible, ''",
  })
  void whereNoMinimumIsDocumented256Counts(String providerType, String model) {
    assertThat(facts.fact(providerType, model).minTokens()).isEqualTo(256);
    assertThat(facts.fact(providerType, model).supported()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpt-4", "gpt-4-turbo", "gpt-4-1106-preview", "gpt-3.5-turbo-0125"})
  void openAisModelsBeforeGpt4oDoNotCache(String model) {
    assertThat(facts.fact("openai", model).supported()).isFalse();
  }

  @Test
  void anAnswerIsRemembered() {
    assertThat(facts.fact("openai", "gpt-5.5")).isSameAs(facts.fact("openai", "gpt-5.5"));
  }

  @ParameterizedTest
  @CsvSource({
    "openai, PT10M",
    "azure, PT10M",
    "deepseek, PT1H",
    "anthropic, PT5M",
    "bedrock, PT5M",
    "google, PT5M",
    "vertex, PT5M",
    "alibaba, PT5M",
    "moonshot, PT5M",
    "openai-compatible, PT5M",
    "anthropic-compatible, PT5M",
    "groq, PT5M",
    "minimax, PT5M",
    "cerebras, PT5M",
    "xai, PT5M"
  })
  void aProvidersLifetimeIsTheContracts(String providerType, Duration lifetime) {
    assertThat(facts.lifetime(providerType)).isEqualTo(lifetime);
  }

  @Test
  void aPresetsFactsStandBeforeThoseOfItsType() {
    List<String> names = List.of("mistral", "anthropic-compatible");
    assertThat(facts.fact(names, "mistral-large-latest").minTokens()).isEqualTo(64);
    assertThat(facts.marking(names, "mistral-large-latest").marker())
        .isEqualTo(CacheMarker.CACHE_CONTROL);
    assertThat(facts.lifetime(List.of("unheard-of", "deepseek"))).isEqualTo(Duration.ofHours(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude-sonnet-5",
        "anthropic/claude-opus-4.7",
        "us.anthropic.claude-haiku-4-5-v1:0",
        "Claude-Opus-5",
        "publishers/anthropic/models/claude-sonnet-5@20260601"
      })
  void aClaudeIsKnownWhoeverServesIt(String model) {
    assertThat(CacheFacts.isClaude(model)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpt-5.5", "anthropic/other", "gemini-3", ""})
  void anotherModelIsNoClaude(String model) {
    assertThat(CacheFacts.isClaude(model)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "3, 0", "4, 1", "4095, 1023", "4096, 1024", "17179869184, 4294967296"})
  void aTokenIsEstimatedAsFourBytes(long utf8Bytes, long tokens) {
    assertThat(PromptSize.estimatedTokens(utf8Bytes)).isEqualTo(tokens);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "anthropic, claude-sonnet-5, CACHE_CONTROL, true",
        "anthropic, my-fine-tune, CACHE_CONTROL, true",
        "openai-compatible, anthropic/claude-haiku-4.5, CACHE_CONTROL, true",
        "bedrock, us.anthropic.claude-sonnet-5, CACHE_CONTROL, true",
        "bedrock, anthropic.claude-opus-4-8-v1:0, CACHE_CONTROL, true",
        "bedrock, anthropic.claude-opus-4-1-20250805-v1:0, CACHE_CONTROL, false",
        "bedrock, anthropic.claude-3-7-sonnet-20250219-v1:0, CACHE_CONTROL, false",
        "anthropic-compatible, MiniMax-M2.1, CACHE_CONTROL, false",
        "alibaba, qwen3-max, CACHE_CONTROL, false",
        "openai, gpt-5.6, BREAKPOINT, false",
        "openai, gpt-6.1-sol, BREAKPOINT, false",
        "openai, gpt-5.5, -, false",
        "openai, gpt-5, -, false",
        "openai-compatible, openai/gpt-5.6, -, false",
        "openai-compatible, llama-4-maverick, -, false",
        "google, gemini-3-pro, -, false",
      })
  void aModelIsToldByItsOwnMarkersWhatToCache(
      String providerType, String model, @Nullable CacheMarker marker, boolean oneHour) {
    CacheFacts.Marking marking = facts.marking(providerType, model);
    assertThat(marking.marker()).isEqualTo(marker);
    assertThat(marking.oneHour()).isEqualTo(oneHour);
    assertThat(marking.source()).matches(".*, 2026-.*");
  }
}
