package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Azure and Bedrock behind the gateway: paths, keys, signatures, frames. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CloudProvidersTest {
  private static final String FILE_PROPERTY = "aws.sharedCredentialsFile";
  private static final String CONFIG =
      """
      providers:
        - { id: azure, type: azure, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: k, apiKey: azure-key }] }
        - { id: dated, type: azure, baseUrl: "@0", apiVersion: "2025-01-01", retry: { maxRetries: 0 },
            credentials: [{ id: k, apiKey: azure-key }] }
        - { id: bearer, type: bedrock, region: eu-west-1, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: k, apiKey: bearer-key }] }
        - { id: signed, type: bedrock, region: eu-west-1, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: k, aws: { accessKeyId: AKIDSIGNED, secretAccessKey: hush-hush } }] }
        - { id: wrong, type: bedrock, region: eu-west-1, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: k, aws: { accessKeyId: AKIDSIGNED, secretAccessKey: mistaken } }] }
        - { id: profile, type: bedrock, region: eu-west-1, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: k, aws: { profile: work } }] }
        - { id: lost, type: bedrock, region: eu-west-1, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: k, aws: { profile: nobody } }] }
      models:
        - { id: gpt, targets: [{ provider: azure, model: gpt-5 }] }
        - { id: dated, targets: [{ provider: dated, model: gpt-5 }] }
        - { id: bearer, targets: [{ provider: bearer, model: "us.anthropic.claude-sonnet-5-v1:0" }] }
        - { id: signed, targets: [{ provider: signed, model: "us.anthropic.claude-sonnet-5-v1:0" }] }
        - { id: profile, targets: [{ provider: profile, model: "us.anthropic.claude-sonnet-5-v1:0" }] }
        - { id: wrong, targets: [{ provider: wrong, model: "us.anthropic.claude-sonnet-5-v1:0" }] }
        - { id: lost, targets: [{ provider: lost, model: "us.anthropic.claude-sonnet-5-v1:0" }] }
        - { id: first-lost, targets: [{ provider: lost, model: claude-sonnet-5 }, { provider: bearer, model: claude-sonnet-5 }] }
      """;
  private static final String CLAUDE = "/model/us.anthropic.claude-sonnet-5-v1%3A0/";

  @TempDir private static Path folder;
  private Wire wire;

  @BeforeAll
  void start() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("credentials"),
            "[work]\naws_access_key_id = AKIDWORK\naws_secret_access_key = secret-of-work\n");
    System.setProperty(FILE_PROPERTY, file.toString());
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(
                SimulatedKey.of("azure", "azure-key"),
                SimulatedKey.of("bearer", "bearer-key"),
                SimulatedKey.of("signed", "AKIDSIGNED:hush-hush"),
                SimulatedKey.of("work", "AKIDWORK:secret-of-work")));
  }

  @AfterAll
  void stop() {
    System.clearProperty(FILE_PROPERTY);
    wire.close();
  }

  @BeforeEach
  void reset() {
    wire.simulator(0).clearRequests();
    wire.simulator(0).credential("bearer").clearFaults();
  }

  private ReceivedRequest received() {
    assertThat(wire.received(0)).hasSize(1);
    return wire.received(0).get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {Turns.CHAT, Turns.RESPONSES})
  void azureIsCalledByItsV1PathsWithItsKey(String path) {
    Answer answer = wire.post(path, Turns.body(path, "gpt", "hi"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(received().uri()).isEqualTo("/openai" + path);
    assertThat(received().header("api-key")).isEqualTo("azure-key");
  }

  @Test
  void aDatedVersionOfAzureCallsTheDeploymentsPath() {
    assertThat(wire.post(Turns.CHAT, Turns.body(Turns.CHAT, "dated", "hi")).status())
        .isEqualTo(200);
    assertThat(received().uri())
        .isEqualTo("/openai/deployments/gpt-5/chat/completions?api-version=2025-01-01");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bearer", "signed", "profile"})
  void aTurnOfClaudeAtBedrockPassesThrough(String model) {
    Answer answer = wire.post(Turns.MESSAGES, Turns.body(Turns.MESSAGES, model, "hi"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).contains("\"type\":\"message\"");
    assertThat(received().uri()).isEqualTo(CLAUDE + "invoke");
    assertThat(received().bodyText())
        .startsWith("{\"anthropic_version\":\"bedrock-2023-05-31\",")
        .doesNotContain("\"model\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bearer", "signed", "profile"})
  void aStreamOfClaudeAtBedrockIsTakenOutOfItsFrames(String model) {
    Answer answer =
        wire.post(
            Turns.MESSAGES,
            Turns.with(Turns.body(Turns.MESSAGES, model, "hi"), "\"stream\":true"),
            "anthropic-beta",
            "one,two",
            "accept",
            "text/event-stream");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).startsWith("text/event-stream");
    assertThat(answer.text())
        .startsWith("event: message_start\ndata: {\"type\":\"message_start\"")
        .contains("event: message_stop\ndata: {\"type\":\"message_stop\"");
    assertThat(received().uri()).isEqualTo(CLAUDE + "invoke-with-response-stream");
    assertThat(received().bodyText()).contains("\"anthropic_beta\":[\"one\",\"two\"]");
    assertThat(received().header("anthropic-beta")).isNull();
  }

  @Test
  void aSignatureThatIsNotAcceptedIsARejectedCredential() {
    Answer answer = wire.post(Turns.MESSAGES, Turns.body(Turns.MESSAGES, "wrong", "hi"));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.text()).contains("signature");
  }

  @Test
  void keysThatAreNotFoundFailLikeAProviderThatIsNotReachedAndTellNothingOfTheAccount() {
    Answer answer = wire.post(Turns.MESSAGES, Turns.body(Turns.MESSAGES, "lost", "hi"));
    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.text()).contains("credential").doesNotContain("nobody");
    assertThat(wire.received(0)).isEmpty();
    assertThat(wire.post(Turns.MESSAGES, Turns.body(Turns.MESSAGES, "first-lost", "hi")).status())
        .isEqualTo(200);
  }

  @Test
  void anErrorOfBedrocksReachesTheCallerInTheCallersShape() {
    wire.simulator(0).credential("bearer").fault(Fault.status(429));
    Answer answer = wire.post(Turns.MESSAGES, Turns.body(Turns.MESSAGES, "bearer", "hi"));
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.text()).contains("Too many requests");
  }

  @Test
  void bedrockIsAskedForNoCountOfTokens() {
    Answer answer =
        wire.post("/v1/messages/count_tokens", Turns.body(Turns.MESSAGES, "bearer", "hi"));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("Model 'bearer' has no target");
    assertThat(wire.received(0)).isEmpty();
  }
}
