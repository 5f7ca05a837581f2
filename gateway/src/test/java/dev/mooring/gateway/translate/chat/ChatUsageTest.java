package dev.mooring.gateway.translate.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.TokenUsage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The token counts that providers tell, under their many names. */
class ChatUsageTest {

  @Test
  void promptTokensIncludeWhatTheCacheHasRead() {
    assertThat(
            read(
                "{'prompt_tokens':100,'completion_tokens':20,'total_tokens':120,"
                    + "'prompt_tokens_details':{'cached_tokens':60,'cache_write_tokens':30},"
                    + "'completion_tokens_details':{'reasoning_tokens':5}}"))
        .isEqualTo(new TokenUsage(100, 60, 30, 0, 20, 5));
  }

  @Test
  void deepSeeksHitsAndMoonshotsCachedTokensAreReads() {
    assertThat(
            read(
                "{'prompt_tokens':9,'completion_tokens':1,'prompt_cache_hit_tokens':6,"
                    + "'prompt_cache_miss_tokens':3}"))
        .isEqualTo(new TokenUsage(9, 6, 0, 0, 1, 0));
    assertThat(read("{'prompt_tokens':9,'completion_tokens':1,'cached_tokens':4}"))
        .isEqualTo(new TokenUsage(9, 4, 0, 0, 1, 0));
  }

  @Test
  void alibabasCacheCreationIsAWrite() {
    assertThat(
            read(
                "{'prompt_tokens':9,'completion_tokens':1,"
                    + "'prompt_tokens_details':{'cache_creation_input_tokens':4}}"))
        .isEqualTo(new TokenUsage(9, 0, 4, 0, 1, 0));
  }

  @Test
  void xaisReasoningIsCountedBesideTheCompletion() {
    assertThat(
            read(
                "{'prompt_tokens':12,'completion_tokens':1,'total_tokens':241,"
                    + "'completion_tokens_details':{'reasoning_tokens':228}}"))
        .isEqualTo(new TokenUsage(12, 0, 0, 0, 229, 228));
  }

  @Test
  void countsBelowZeroAndOfTheWrongTypeAreZero() {
    assertThat(
            read("{'prompt_tokens':-1,'completion_tokens':'x'," + "'prompt_tokens_details':null}"))
        .isEqualTo(TokenUsage.NONE);
  }

  @Test
  void nullTellsNothing() {
    assertThat(read("null")).isNull();
    assertThat(read("{}")).isNull();
  }

  private static @Nullable TokenUsage read(String usage) {
    return ChatUsage.read(Json.readOrNull(usage.replace('\'', '"')));
  }
}
