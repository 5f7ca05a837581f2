package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A number that nothing can hold is the fault of who sends it, be it the caller or the provider.
 */
class TranslatedOddNumbersTest {
  private static final String BEYOND = "1e99999999999";

  @ParameterizedTest(name = "with a prompt of {0} characters")
  @ValueSource(ints = {1, 400_000})
  void theCallersIsRefused(int length) {
    try (RawUpstream unused = answering("{}");
        Wire wire = wire(unused)) {
      String more =
          "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"a\",\"description\":\""
              + "x".repeat(length)
              + "\"}}],\"seed\":"
              + BEYOND
              + ",";
      Answer answer = wire.post("/v1/chat/completions", SampleTurn.CHAT.body("m", false, more));
      assertThat(answer.status()).as(answer.text()).isEqualTo(400);
      assertThat(answer.json().at("/error/message").asText()).contains("out of range");
    }
  }

  @Test
  void theProvidersMakesItsAnswerABrokenOne() {
    try (RawUpstream odd = answering("{\"usageMetadata\":{\"promptTokenCount\":" + BEYOND + "}}");
        Wire wire = wire(odd)) {
      Answer answer = wire.post("/v1/messages", SampleTurn.MESSAGES.body("m", false, ""));
      assertThat(answer.status()).as(answer.text()).isEqualTo(502);
      assertThat(answer.json().path("type").asText()).isEqualTo("error");
    }
  }

  private static RawUpstream answering(String body) {
    return RawUpstream.answering(
        "application/json", List.of(body.getBytes(StandardCharsets.UTF_8)));
  }

  private static Wire wire(RawUpstream upstream) {
    return Wire.of(
        """
        providers:
          - { id: g, type: google, baseUrl: "%s", retry: { maxRetries: 0 },
              credentials: [{ id: k, apiKey: some-key }] }
        models: [{ id: m, targets: [{ provider: g, model: gemini-2.5-flash }] }]
        """
            .formatted(upstream.origin()));
  }
}
