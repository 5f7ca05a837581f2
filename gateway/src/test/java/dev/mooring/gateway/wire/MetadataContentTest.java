package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the metadata of contract section 6 says, and what it never says. */
class MetadataContentTest extends FailoverPair {

  @ParameterizedTest
  @EnumSource
  void itTellsTheWayOfARequest(SampleTurn api) {
    Answer answer = wire.post(api.path(), api.document(), "x-session-id", "way-" + api);
    JsonNode routing = answer.routing();
    assertThat(routing.path("originalModelId").asText()).isEqualTo("m");
    assertThat(routing.path("canonicalSlug").asText()).isEqualTo("acme/m");
    assertThat(routing.path("resolvedProvider").asText()).isEqualTo("a");
    assertThat(routing.path("finalProvider").asText()).isEqualTo("a");
    assertThat(routing.path("fallbacksAvailable")).hasSize(1);
    assertThat(routing.at("/fallbacksAvailable/0").asText()).isEqualTo("b");
    assertThat(routing.path("planningReasoning").asText()).contains("a(system) → b(system)");
    assertThat(routing.path("clientSessionId").asText()).isEqualTo("way-" + api);
    assertThat(routing.path("clientSessionIdSource").asText()).isEqualTo("explicit");
    assertThat(routing.at("/affinity/outcome").asText()).isEqualTo("no_pin");
    JsonNode model = routing.at("/modelAttempts/0");
    assertThat(model.path("canonicalSlug").asText()).isEqualTo("acme/m");
    assertThat(model.path("success").asBoolean()).isTrue();
    JsonNode attempt = model.at("/providerAttempts/0");
    assertThat(attempt.path("provider").asText()).isEqualTo("a");
    assertThat(attempt.path("credentialType").asText()).isEqualTo("system");
    assertThat(attempt.path("success").asBoolean()).isTrue();
    assertThat(attempt.path("statusCode").asInt()).isEqualTo(200);
    assertThat(attempt.path("startTime").asLong()).isEqualTo(wire.clock().millis());
    assertThat(attempt.path("endTime").asLong()).isEqualTo(wire.clock().millis());
    assertThat(answer.gateway().path("generationId").asText()).startsWith("gen_");
    assertThat(answer.gateway().path("warnings").isArray()).isTrue();
    assertThat(answer.gateway().path("warnings")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void whatDoesNotApplyIsAbsentAndNeverNull(SampleTurn api) {
    Answer fresh = wire.post(api.path(), api.stream(), "x-session-id", "absent-" + api);
    assertThat(fresh.routing().path("affinity").has("pinnedProvider")).isFalse();
    assertThat(fresh.routing().path("affinity").has("displacedProvider")).isFalse();
    assertThat(fresh.routing().at("/modelAttempts/0/providerAttempts/0").has("error")).isFalse();
    assertThat(fresh.gateway().toString()).doesNotContain("null");
    breakFirst(Fault.of(FaultKind.RESET_AT_START).times(2));
    breakSecond(Fault.of(FaultKind.RESET_AT_START).times(2));
    Answer failed = wire.post(api.path(), api.document(), "x-session-id", "absent-" + api);
    assertThat(failed.status()).isEqualTo(502);
    assertThat(failed.routing().has("finalProvider")).isFalse();
    assertThat(failed.gateway().has("cost")).isFalse();
    assertThat(failed.routing().at("/modelAttempts/0/providerAttempts/0").has("statusCode"))
        .isFalse();
    assertThat(failed.gateway().toString()).doesNotContain("null");
  }

  @Test
  void theSecondTurnNamesThePinnedProvider() {
    wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.document(), "x-session-id", "pinned");
    Answer second =
        wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.document(), "x-session-id", "pinned");
    assertThat(second.outcome()).isEqualTo("confirmed");
    assertThat(second.routing().at("/affinity/pinnedProvider").asText()).isEqualTo("a");
    assertThat(second.routing().path("affinity").has("displacedProvider")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void attemptsThatFailedAreToldWithTheirStatusAndWords(SampleTurn api) {
    breakFirst(Fault.status(503).withError(null, null, "out for lunch"));
    Answer answer = wire.post(api.path(), api.document(), "x-session-id", "lunch-" + api);
    JsonNode attempts = answer.routing().at("/modelAttempts/0/providerAttempts");
    assertThat(attempts).hasSize(2);
    assertThat(attempts.at("/0/success").asBoolean(true)).isFalse();
    assertThat(attempts.at("/0/statusCode").asInt()).isEqualTo(503);
    assertThat(attempts.at("/0/error").asText()).isEqualTo("out for lunch");
    assertThat(attempts.at("/1/provider").asText()).isEqualTo("b");
    assertThat(attempts.at("/1/success").asBoolean()).isTrue();
    assertThat(answer.routing().path("resolvedProvider").asText()).isEqualTo("a");
    assertThat(answer.routing().path("finalProvider").asText()).isEqualTo("b");
    assertThat(answer.header("x-mooring-provider")).isEqualTo("b");
  }

  @Test
  void aCostIsTheExactSumOfFreshCachedAndWrittenInputAndOutput() {
    String marker =
        "\"system\":[{\"type\":\"text\",\"text\":\""
            + "harbour ".repeat(3000)
            + "\",\"cache_control\":{\"type\":\"ephemeral\"}}],";
    String body = SampleTurn.MESSAGES.body("m", false, marker);
    Answer write = wire.post(SampleTurn.MESSAGES.path(), body, "x-session-id", "cost");
    Answer read = wire.post(SampleTurn.MESSAGES.path(), body, "x-session-id", "cost");
    assertThat(write.json().at("/usage/cache_creation_input_tokens").asInt()).isPositive();
    assertThat(read.json().at("/usage/cache_read_input_tokens").asInt()).isPositive();
    for (Answer answer : List.of(write, read)) {
      JsonNode usage = answer.json().path("usage");
      BigDecimal expected =
          part(usage, "input_tokens", "3")
              .add(part(usage, "cache_read_input_tokens", "0.3"))
              .add(part(usage, "cache_creation_input_tokens", "3.75"))
              .add(part(usage, "output_tokens", "15"));
      assertThat(answer.gateway().path("cost").isTextual()).isTrue();
      assertThat(answer.gateway().path("cost").asText())
          .isEqualTo(expected.stripTrailingZeros().toPlainString());
    }
    Answer hour =
        wire.post(
            SampleTurn.MESSAGES.path(),
            body.replace("\"ephemeral\"", "\"ephemeral\",\"ttl\":\"1h\"").replace("quay", "q"),
            "x-session-id",
            "cost-hour");
    JsonNode usage = hour.json().path("usage");
    assertThat(hour.gateway().path("cost").asText())
        .isEqualTo(
            part(usage, "input_tokens", "3")
                .add(part(usage, "cache_read_input_tokens", "0.3"))
                .add(part(usage.path("cache_creation"), "ephemeral_5m_input_tokens", "3.75"))
                .add(part(usage.path("cache_creation"), "ephemeral_1h_input_tokens", "6"))
                .add(part(usage, "output_tokens", "15"))
                .stripTrailingZeros()
                .toPlainString());
  }

  @Test
  void aChatStreamTellsItsCostOnTheUsageChunkThatTheCallerAskedFor() {
    String asked = "\"stream_options\":{\"include_usage\":true},";
    Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.body("m", true, asked));
    List<JsonNode> usage = usageChunks(answer);
    assertThat(usage).hasSize(1);
    JsonNode tokens = usage.get(0).path("usage");
    int cached = tokens.at("/prompt_tokens_details/cached_tokens").asInt();
    BigDecimal expected =
        new BigDecimal("3")
            .multiply(BigDecimal.valueOf(tokens.path("prompt_tokens").asInt() - cached))
            .add(new BigDecimal("0.3").multiply(BigDecimal.valueOf(cached)))
            .add(
                new BigDecimal("15")
                    .multiply(BigDecimal.valueOf(tokens.path("completion_tokens").asInt())))
            .movePointLeft(6);
    assertThat(usage.get(0).at("/provider_metadata/gateway/cost").asText())
        .isEqualTo(expected.stripTrailingZeros().toPlainString());
  }

  @Test
  void aChatStreamWhoseCallerDidNotAskHasNoUsageChunkThoughTheProviderWasAsked() {
    Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
    assertThat(usageChunks(answer)).isEmpty();
    assertThat(answer.gateway().has("cost")).isFalse();
    assertThat(wire.received(0).get(0).bodyText()).contains("\"include_usage\":true");
    assertThat(answer.text()).endsWith("data: [DONE]\n\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"RESPONSES", "MESSAGES"})
  void otherStreamsTellTheCostWithTheRest(SampleTurn api) {
    Answer answer = wire.post(api.path(), api.stream());
    assertThat(new BigDecimal(answer.gateway().path("cost").asText())).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void aLifetimeThatCannotBeReadIsSaidInTheWarnings(SampleTurn api) {
    Answer answer =
        wire.post(api.path(), api.stream(), "x-session-id", "w", "x-bf-session-ttl", "soon");
    JsonNode warning = answer.gateway().at("/warnings/0");
    assertThat(warning.path("feature").asText()).isEqualTo("x-bf-session-ttl");
    assertThat(warning.path("type").asText()).isNotEmpty();
    assertThat(warning.path("details").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void idsAndSecretsOfCredentialsNeverAppear(SampleTurn api) {
    Answer good = wire.post(api.path(), api.document(), "x-session-id", "s-" + api);
    breakFirst(Fault.of(FaultKind.ECHO_KEY));
    breakSecond(Fault.of(FaultKind.ECHO_KEY));
    Answer bad = wire.post(api.path(), api.stream(), "x-session-id", "t-" + api);
    recover();
    breakFirst(
        Fault.of(FaultKind.ERROR_EVENT, SampleTurn.AFTER_OUTPUT)
            .withError(null, null, "bad key " + SECRET_A));
    Answer late = wire.post(api.path(), api.stream(), "x-session-id", "u-" + api);
    assertThat(bad.status()).isEqualTo(401);
    assertThat(late.text()).contains("bad key");
    for (Answer answer : List.of(good, bad, late)) {
      assertThat(answer.text() + answer.headers().map())
          .doesNotContain("credential-of-")
          .doesNotContain(SECRET_A)
          .doesNotContain(SECRET_B);
    }
  }

  private static List<JsonNode> usageChunks(Answer answer) {
    return answer.events().stream()
        .filter(event -> !event.data().equals("[DONE]"))
        .map(Answer.Event::json)
        .filter(json -> json.path("choices").isArray() && json.path("choices").isEmpty())
        .toList();
  }

  private static BigDecimal part(JsonNode usage, String name, String price) {
    return new BigDecimal(price)
        .multiply(BigDecimal.valueOf(usage.path(name).asLong()))
        .movePointLeft(6);
  }
}
