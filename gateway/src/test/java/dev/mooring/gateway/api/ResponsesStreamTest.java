package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.config.Api;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the events of a Responses stream mean. */
final class ResponsesStreamTest {
  private static final String CREATED =
      "\"sequence_number\":0,\"response\":{\"id\":\"resp_1\",\"model\":\"m\",\"created_at\":7,"
          + "\"status\":\"in_progress\",\"error\":null,\"output\":[],\"usage\":null}";
  private static final String USAGE =
      "\"usage\":{\"input_tokens\":9,\"output_tokens\":2,\"total_tokens\":11}";

  private final StreamFixture stream = new StreamFixture(Api.RESPONSES);

  @Test
  void aWholeStreamIsFollowed() {
    assertThat(stream.named("response.created", CREATED)).isEqualTo(Meaning.NOTHING);
    assertThat(stream.reader.issued().fixed()).containsExactly(Sha256.hex("resp_1"));
    assertThat(stream.named("response.output_item.added", "\"item\":{\"type\":\"message\"}"))
        .isEqualTo(Meaning.NOTHING);
    assertThat(stream.reader.outputSeen()).isFalse();
    assertThat(stream.named("response.output_text.delta", "\"delta\":\"a\""))
        .isEqualTo(Meaning.OUTPUT);
    assertThat(stream.named("response.output_text.delta", "\"delta\":\"b\""))
        .isEqualTo(Meaning.NOTHING);
    assertThat(
            stream.named(
                "response.output_item.done",
                "\"item\":{\"type\":\"reasoning\",\"encrypted_content\":\"e\"}"))
        .isEqualTo(Meaning.NOTHING);
    assertThat(stream.reader.regularEnd()).isFalse();
    assertThat(stream.named("response.completed", "\"response\":{\"id\":\"resp_1\"," + USAGE + "}"))
        .isEqualTo(new Meaning(false, true, false, true, false));
    assertThat(stream.reader.regularEnd()).isTrue();
    assertThat(stream.reader.usage()).isEqualTo(new Usage(9, 0, 0, 0, 2));
    assertThat(stream.reader.issued().fixed()).containsExactly(Sha256.hex("resp_1"));
    assertThat(stream.reader.issued().encryptedReasoning()).containsExactly(Sha256.hex("e"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "response.output_text.delta",
        "response.refusal.delta",
        "response.reasoning_summary_text.delta",
        "response.function_call_arguments.delta"
      })
  void eachKindOfDeltaIsOutputWithAndWithoutAName(String type) {
    StreamFixture unnamed = new StreamFixture(Api.RESPONSES);

    assertThat(stream.named(type, "")).isEqualTo(Meaning.OUTPUT);
    assertThat(unnamed.data("{\"sequence_number\":3,\"type\":\"" + type + "\"}"))
        .isEqualTo(Meaning.OUTPUT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"response.completed", "response.incomplete"})
  void aRegularEndIsOutput(String type) {
    assertThat(stream.named(type, "\"response\":{}"))
        .isEqualTo(new Meaning(true, true, false, true, false));
    assertThat(stream.placed("1"))
        .isEqualTo(
            "event: "
                + type
                + "\ndata: {\"type\":\""
                + type
                + "\",\"response\":{\"provider_metadata\":1}}\n\n");
  }

  @Test
  void aFailedResponseIsAnError() {
    Meaning meaning =
        stream.named(
            "response.failed",
            "\"response\":{\"id\":\"r\",\"status\":\"failed\",\"error\":{\"code\":"
                + "\"rate_limit_exceeded\",\"message\":\"m\"}}");

    assertThat(meaning).isEqualTo(new Meaning(false, true, false, true, true));
    assertThat(stream.reader.error())
        .isEqualTo(new UpstreamError(429, null, "rate_limit_exceeded", "m", null));
    assertThat(stream.reader.regularEnd()).isFalse();
  }

  @Test
  void anErrorEventIsAnErrorWithTheMetadataBeside() {
    String members = "\"code\":\"server_error\",\"message\":\"m\",\"param\":null";

    assertThat(stream.named("error", members)).isEqualTo(Meaning.ERROR);
    assertThat(stream.reader.error())
        .isEqualTo(new UpstreamError(500, null, "server_error", "m", null));
    assertThat(stream.placed("{}"))
        .isEqualTo(
            "event: error\ndata: {\"type\":\"error\","
                + members
                + ",\"provider_metadata\":{}}\n\n");
  }

  @Test
  void aBrokenStreamEndsWithTheResponseFailed() {
    stream.named("response.created", CREATED);
    stream.named("response.output_text.delta", "\"sequence_number\":41,\"delta\":\"a\"");

    byte[] failure = stream.reader.failure(ApiError.badGateway("gone"), "{}".getBytes(UTF_8));

    assertThat(failure)
        .asString(UTF_8)
        .isEqualTo(
            "event: response.failed\ndata: {\"type\":\"response.failed\",\"sequence_number\":42,"
                + "\"response\":{\"id\":\"resp_1\",\"model\":\"m\",\"created_at\":7,\"status\":"
                + "\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"gone\"},\"output\":"
                + "[],\"usage\":null,\"provider_metadata\":{}}}\n\n");
  }

  @Test
  void aStreamThatBrokeBeforeItsFirstEventFailsWithAWholeResponse() {
    byte[] failure = stream.reader.failure(ApiError.rateLimited("slow"), null);

    assertThat(failure)
        .asString(UTF_8)
        .contains("\"sequence_number\":0", "\"status\":\"failed\"", "\"tool_choice\":\"auto\"")
        .contains("\"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"slow\"}");
    assertThat(stream.read(new String(failure, UTF_8)).error()).isTrue();
  }

  @Test
  void eventsThatAreNotKnownMeanNothing() {
    assertThat(stream.named("keepalive", "")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.data("[DONE]")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.data("{\"type\":7}")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.data("{}")).isEqualTo(Meaning.NOTHING);
  }
}
