package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.config.Api;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the parts of an AI SDK stream mean, and what its documents tell. */
final class AiSdkStreamTest {
  private static final String USAGE =
      "\"usage\":{\"inputTokens\":{\"total\":100,\"noCache\":10,\"cacheRead\":60,\"cacheWrite\":30},"
          + "\"outputTokens\":{\"total\":50,\"text\":30,\"reasoning\":20}}";
  private static final String FLAT =
      "\"usage\":{\"inputTokens\":100,\"outputTokens\":50,\"totalTokens\":150,"
          + "\"reasoningTokens\":20,\"cachedInputTokens\":60}";

  private final StreamFixture stream = new StreamFixture(Api.AI_SDK);

  @Test
  void aWholeStreamIsFollowed() {
    assertThat(stream.data("{\"type\":\"stream-start\",\"warnings\":[]}"))
        .isEqualTo(Meaning.NOTHING);
    assertThat(stream.data("{\"type\":\"response-metadata\",\"id\":\"r\"}"))
        .isEqualTo(Meaning.NOTHING);
    assertThat(stream.data("{\"type\":\"text-start\",\"id\":\"0\"}")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.reader.outputSeen()).isFalse();
    assertThat(stream.data("{\"type\":\"text-delta\",\"id\":\"0\",\"delta\":\"a\"}"))
        .isEqualTo(Meaning.OUTPUT);
    assertThat(stream.data("{\"type\":\"text-delta\",\"id\":\"0\",\"delta\":\"b\"}"))
        .isEqualTo(Meaning.NOTHING);
    assertThat(stream.data("{\"type\":\"text-end\",\"id\":\"0\"}")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.reader.regularEnd()).isFalse();
    assertThat(stream.data("{\"type\":\"finish\"," + USAGE + "}"))
        .isEqualTo(new Meaning(false, true, false, true, false));
    assertThat(stream.reader.regularEnd()).isTrue();
    assertThat(stream.reader.usage()).isEqualTo(new Usage(100, 60, 30, 0, 50));
    assertThat(stream.placed("{\"gateway\":{}}"))
        .isEqualTo(
            "data: {\"type\":\"finish\"," + USAGE + ",\"providerMetadata\":{\"gateway\":{}}}\n\n");
  }

  @Test
  void usageOfVersion2IsFlat() {
    stream.data("{\"type\":\"finish\",\"finishReason\":\"stop\"," + FLAT + "}");
    assertThat(stream.reader.usage()).isEqualTo(new Usage(100, 60, 0, 0, 50));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"reasoning-delta", "tool-input-start", "tool-input-delta", "tool-call", "file"})
  void everyKindOfOutputAccepts(String type) {
    assertThat(stream.data("{\"type\":\"" + type + "\",\"id\":\"0\"}")).isEqualTo(Meaning.OUTPUT);
  }

  @Test
  void anEmptyAnswerAcceptsAtItsEnd() {
    assertThat(stream.data("{\"type\":\"finish\"}"))
        .isEqualTo(new Meaning(true, true, false, true, false));
  }

  @Test
  void sealsAreIssued() {
    stream.data(
        "{\"type\":\"reasoning-end\",\"id\":\"0\",\"providerMetadata\":{\"anthropic\":"
            + "{\"signature\":\"SIG\"}}}");
    stream.data(
        "{\"type\":\"reasoning-end\",\"id\":\"1\",\"providerMetadata\":{\"openai\":{\"itemId\":"
            + "\"rs\",\"reasoningEncryptedContent\":\"ENC\"}}}");
    assertThat(stream.reader.issued().signatures()).containsExactly(Sha256.hex("SIG"));
    assertThat(stream.reader.issued().encryptedReasoning()).containsExactly(Sha256.hex("ENC"));
  }

  @ParameterizedTest
  @CsvSource({
    "authentication_error, 401",
    "invalid_request_error, 400",
    "rate_limit_exceeded, 429",
    "model_not_found, 404",
    "not_found, 404",
    "internal_server_error, 500",
    "failed_dependency, 424",
    "forbidden, 403"
  })
  void anErrorStandsForTheStatusOfItsType(String type, int status) {
    Meaning meaning =
        stream.data("{\"type\":\"error\",\"error\":{\"message\":\"m\",\"type\":\"" + type + "\"}}");
    assertThat(meaning).isEqualTo(Meaning.ERROR);
    UpstreamError told = Objects.requireNonNull(stream.reader.error());
    assertThat(told.status()).isEqualTo(status);
    assertThat(told.message()).isEqualTo("m");
    assertThat(AiSdkErrors.type(status, type)).isEqualTo(type);
  }

  @Test
  void aBrokenStreamEndsWithAnErrorPart() {
    byte[] failure =
        stream.reader.failure(ApiError.badGateway("gone"), "{\"gateway\":{}}".getBytes(UTF_8));
    assertThat(failure)
        .asString(UTF_8)
        .isEqualTo(
            "data: {\"type\":\"error\",\"error\":{\"message\":\"gone\",\"type\":"
                + "\"internal_server_error\",\"param\":null,\"code\":\"bad_gateway\"},"
                + "\"providerMetadata\":{\"gateway\":{}}}\n\n");
  }

  @Test
  void aDocumentTellsItsUsageAndSealsAndTakesTheMetadata() {
    String body =
        "{\"content\":[{\"type\":\"reasoning\",\"text\":\"hm\",\"providerMetadata\":{\"anthropic\":"
            + "{\"redactedData\":\"RED\"}}}],"
            + USAGE
            + "}";
    JsonAnswer answer = JsonAnswer.read(Api.AI_SDK, body.getBytes(UTF_8));
    assertThat(answer.usage()).isEqualTo(new Usage(100, 60, 30, 0, 50));
    assertThat(answer.issued().signatures()).containsExactly(Sha256.hex("RED"));
    assertThat(answer.error()).isNull();
    assertThat(new String(answer.withMetadata("{}".getBytes(UTF_8)), UTF_8))
        .isEqualTo(body.substring(0, body.length() - 1) + ",\"providerMetadata\":{}}");
  }

  @Test
  void noProvidersErrorHasTheShape() {
    byte[] body = "{\"error\":{\"message\":\"m\",\"type\":\"t\"}}".getBytes(UTF_8);
    assertThat(UpstreamError.hasShape(Api.AI_SDK, body)).isFalse();
    assertThat(UpstreamError.hasShape(Api.CHAT, body)).isTrue();
  }

  @Test
  void aMissingModelIsNamedInItsParameter() {
    byte[] body = ApiError.body(Api.AI_SDK, ApiError.unknownModel("m"), "req_1", null);
    assertThat(body)
        .asString(UTF_8)
        .isEqualTo(
            "{\"error\":{\"message\":\"The model 'm' does not exist\",\"type\":\"model_not_found\","
                + "\"param\":{\"modelId\":\"m\"},\"code\":\"model_not_found\"},\"generationId\":"
                + "\"gen_1\"}");
  }
}
