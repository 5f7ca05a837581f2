package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.config.Api;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the events of a Messages stream mean. */
final class MessagesStreamTest {
  private static final String START =
      "\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"usage\":{\"input_tokens\":4,"
          + "\"cache_read_input_tokens\":100,\"cache_creation_input_tokens\":10,\"cache_creation\":"
          + "{\"ephemeral_1h_input_tokens\":10},\"output_tokens\":1}}";
  private static final String STOP =
      "\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":20}";

  private final StreamFixture stream = new StreamFixture(Api.MESSAGES);

  @Test
  void aWholeStreamIsFollowed() {
    assertThat(stream.named("message_start", START)).isEqualTo(Meaning.NOTHING);
    assertThat(
            stream.named(
                "content_block_start", "\"content_block\":{\"type\":\"text\",\"text\":\"\"}"))
        .isEqualTo(Meaning.NOTHING);
    assertThat(stream.named("ping", "")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.reader.outputSeen()).isFalse();
    assertThat(stream.named("content_block_delta", "\"delta\":{\"type\":\"text_delta\"}"))
        .isEqualTo(Meaning.OUTPUT);
    assertThat(stream.named("content_block_delta", "\"delta\":{\"type\":\"text_delta\"}"))
        .isEqualTo(Meaning.NOTHING);
    assertThat(stream.named("content_block_stop", "\"index\":0")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.named("message_delta", STOP))
        .isEqualTo(new Meaning(false, true, false, false, false));
    assertThat(stream.reader.regularEnd()).isFalse();
    assertThat(stream.named("message_stop", ""))
        .isEqualTo(new Meaning(false, false, false, true, false));
    assertThat(stream.reader.regularEnd()).isTrue();
    assertThat(stream.reader.usage()).isEqualTo(new Usage(114, 100, 10, 10, 20));
  }

  @Test
  void eventsWithoutNamesGoByTheirType() {
    stream.data("{\"type\":\"message_start\"," + START + "}");

    assertThat(stream.data("{\"index\":0,\"type\":\"content_block_delta\",\"delta\":{}}"))
        .isEqualTo(Meaning.OUTPUT);
    assertThat(stream.data("{\"type\":\"message_stop\"}").terminal()).isTrue();
  }

  @Test
  void theLastCountThatIsNotNullWins() {
    stream.named("message_start", "\"message\":{\"usage\":{\"input_tokens\":0}}");
    stream.named(
        "message_delta",
        "\"delta\":{\"stop_reason\":null},\"usage\":{\"input_tokens\":7,\"output_tokens\":3}");
    Meaning last =
        stream.named(
            "message_delta",
            "\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"input_tokens\":null,"
                + "\"output_tokens\":5}");

    assertThat(stream.meanings.get(1).metadataPlace()).isFalse();
    assertThat(last.metadataPlace()).isTrue();
    assertThat(stream.reader.usage()).isEqualTo(new Usage(7, 0, 0, 0, 5));
  }

  @Test
  void signaturesAreIssuedNewestFirst() {
    stream.named(
        "content_block_start", "\"content_block\":{\"type\":\"thinking\",\"signature\":\"\"}");
    stream.named(
        "content_block_delta", "\"delta\":{\"type\":\"signature_delta\",\"signature\":\"s1\"}");
    stream.named(
        "content_block_start", "\"content_block\":{\"type\":\"redacted_thinking\",\"data\":\"d\"}");
    stream.named(
        "content_block_delta",
        "\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"signature\\\":\\\"x\\\"}\"}");

    assertThat(stream.reader.issued().signatures())
        .containsExactly(Sha256.hex("d"), Sha256.hex("s1"));
  }

  @ParameterizedTest
  @CsvSource({
    "overloaded_error, 529",
    "rate_limit_error, 429",
    "invalid_request_error, 400",
    "authentication_error, 401",
    "permission_error, 403",
    "not_found_error, 404",
    "timeout_error, 504",
    "api_error, 500"
  })
  void anErrorEventIsAnErrorWithAStatus(String type, int status) {
    String error = "\"error\":{\"type\":\"" + type + "\",\"message\":\"m\"}";

    assertThat(stream.named("error", error)).isEqualTo(Meaning.ERROR);
    assertThat(stream.reader.error()).isEqualTo(new UpstreamError(status, type, null, "m", null));
    assertThat(stream.placed("{}"))
        .isEqualTo(
            "event: error\ndata: {\"type\":\"error\"," + error + ",\"provider_metadata\":{}}\n\n");
  }

  @Test
  void theMetadataGoesToTheTop() {
    stream.named("message_delta", STOP);

    assertThat(stream.placed("{\"g\":1}"))
        .isEqualTo(
            "event: message_delta\ndata: {\"type\":\"message_delta\","
                + STOP
                + ",\"provider_metadata\":{\"g\":1}}\n\n");
  }

  @Test
  void aBrokenStreamEndsWithAnErrorEvent() {
    byte[] failure = stream.reader.failure(ApiError.badGateway("gone"), null);

    assertThat(failure)
        .asString(UTF_8)
        .isEqualTo(
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\","
                + "\"message\":\"gone\"}}\n\n");
  }
}
