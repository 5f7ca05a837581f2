package dev.mooring.gateway.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.api.Framing;
import dev.mooring.gateway.api.PlainShape;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderType;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which format each type of provider is called in, and where. */
final class ProviderCallTest {
  private static final String CLAUDE = "us.anthropic.claude-sonnet-5-v1:0";

  @ParameterizedTest
  @CsvSource({
    "OPENAI, CHAT, gpt-5.5, CHAT",
    "OPENAI, RESPONSES, gpt-5.5, RESPONSES",
    "OPENAI, MESSAGES, gpt-5.5, RESPONSES",
    "AZURE, MESSAGES, gpt-5.5, RESPONSES",
    "ANTHROPIC, CHAT, claude-sonnet-5, MESSAGES",
    "BEDROCK, MESSAGES, " + CLAUDE + ", MESSAGES",
    "BEDROCK, CHAT, " + CLAUDE + ", MESSAGES",
    "BEDROCK, CHAT, amazon.nova-pro-v1:0, CONVERSE",
    "VERTEX, CHAT, claude-sonnet-5@20260929, MESSAGES",
    "VERTEX, CHAT, gemini-3.1-pro, GEMINI",
    "GOOGLE, CHAT, gemini-3.1-pro, GEMINI",
    "MOONSHOT, MESSAGES, kimi-k3, CHAT",
  })
  void aCallerIsServedInItsOwnFormatElseInThePreferredOne(
      ProviderType type, Api api, String model, Dialect dialect) {
    Provider provider = Providers.of(type);
    assertThat(provider.dialect(api, model)).isEqualTo(dialect);
    assertThat(provider.speaks(api, model)).isEqualTo(dialect == api.dialect());
  }

  @ParameterizedTest
  @CsvSource({
    "OPENAI, CHAT, gpt-5.5, false, https://api.openai.com/v1/chat/completions?a=b",
    "AZURE, RESPONSES, gpt, true, https://r.openai.azure.com/openai/v1/responses?a=b",
    "BEDROCK, MESSAGES, "
        + CLAUDE
        + ", false, https://bedrock-runtime.eu-west-1.amazonaws.com/model/us.anthropic.claude-sonnet-5-v1%3A0/invoke",
    "BEDROCK, MESSAGES, "
        + CLAUDE
        + ", true, https://bedrock-runtime.eu-west-1.amazonaws.com/model/us.anthropic.claude-sonnet-5-v1%3A0/invoke-with-response-stream",
    "BEDROCK, CONVERSE, arn:aws:bedrock:eu-west-1:1:inference-profile/x, false, https://bedrock-runtime.eu-west-1.amazonaws.com/model/arn%3Aaws%3Abedrock%3Aeu-west-1%3A1%3Ainference-profile%2Fx/converse",
    "BEDROCK, CONVERSE, m, true, https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse-stream",
    "GOOGLE, GEMINI, gemini-3.1-pro, false, https://generativelanguage.googleapis.com/v1beta/models/gemini-3.1-pro:generateContent",
    "GOOGLE, GEMINI, gemini-3.1-pro, true, https://generativelanguage.googleapis.com/v1beta/models/gemini-3.1-pro:streamGenerateContent?alt=sse",
    "VERTEX, MESSAGES, claude-sonnet-5, true, https://eu-west-1-aiplatform.googleapis.com/v1/projects/p/locations/eu-west-1/publishers/anthropic/models/claude-sonnet-5:streamRawPredict",
    "VERTEX, GEMINI, gemini-3.1-pro, true, https://eu-west-1-aiplatform.googleapis.com/v1/projects/p/locations/eu-west-1/publishers/google/models/gemini-3.1-pro:streamGenerateContent?alt=sse",
  })
  void itIsCalledAtItsOwnPath(
      ProviderType type, Dialect dialect, String model, boolean stream, String url) {
    Provider provider = Providers.of(type);
    UpstreamCall call = provider.call(dialect, model, stream, dialect.path() + "?a=b");
    assertThat("https://" + provider.host() + call.target()).isEqualTo(url);
    assertThat(call.dialect()).isEqualTo(dialect);
  }

  @Test
  void bedrockFramesItsStreamsAndTakesTheModelInThePath() {
    Provider bedrock = Providers.of(ProviderType.BEDROCK);
    UpstreamCall converse = bedrock.call(Dialect.CONVERSE, "m", true, "");
    assertThat(converse.framing()).isEqualTo(Framing.CONVERSE_FRAMES);
    assertThat(converse.shape()).isEqualTo(PlainShape.IN_PATH);
    UpstreamCall claude = bedrock.call(Dialect.MESSAGES, "m", true, "/v1/messages");
    assertThat(claude.framing()).isEqualTo(Framing.MESSAGES_FRAMES);
    assertThat(claude.shape())
        .isEqualTo(
            new BodyShape.CloudMessages("bedrock-2023-05-31", Set.of("model", "stream"), true));
  }

  @ParameterizedTest
  @CsvSource({"CHAT, CHAT", "AI_SDK, MESSAGES", "RESPONSES, RESPONSES"})
  void claudeIsCalledInItsOwnFormatWhereTheCallersIsNotSpoken(Api api, Dialect dialect) {
    Provider router =
        Providers.of(
            ProviderType.OPENAI_COMPATIBLE,
            Set.of(Dialect.CHAT, Dialect.MESSAGES, Dialect.RESPONSES));
    assertThat(router.dialect(api, "anthropic/claude-sonnet-5")).isEqualTo(dialect);
    assertThat(router.dialect(Api.AI_SDK, "openai/gpt-5.5")).isEqualTo(Dialect.RESPONSES);
  }

  @Test
  void whatAProviderSaysThatItSpeaksIsOrderedByWhatCarriesMost() {
    Provider provider =
        Providers.of(
            ProviderType.OPENAI_COMPATIBLE,
            Set.of(Dialect.CHAT, Dialect.MESSAGES, Dialect.RESPONSES));
    assertThat(provider.dialects("m"))
        .containsExactly(Dialect.RESPONSES, Dialect.MESSAGES, Dialect.CHAT);
  }
}
