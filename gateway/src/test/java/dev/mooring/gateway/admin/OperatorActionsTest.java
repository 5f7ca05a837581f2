package dev.mooring.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators do at run time: drain, undrain, reset, and look at keys. */
class OperatorActionsTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          budget: { limitUsd: 5, period: month }
          keys: [{ id: web, secret: web-secret, rateLimit: { requests: 1000, per: 1m } }]
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: a, apiKey: key-of-a }, { id: b, apiKey: key-of-b }] }
        - { id: fixed, type: openai-compatible, baseUrl: "@0", draining: true }
      models:
        - { id: m, price: { input: 2, output: 8 }, targets: [{ provider: p, model: up-m }] }
      """;

  private Wire wire;

  @BeforeEach
  void start() {
    wire = TwoKeys.wire(CONFIG);
  }

  @AfterEach
  void stop() {
    wire.close();
  }

  @Test
  void aDrainedCredentialKeepsItsSessionsAndTakesNoNewOnes() {
    chat("kept");
    String held = wire.received(0).get(0).credential();
    Answer drained = act("/admin/v1/providers/p/credentials/" + held + "/drain");
    assertThat(credential(drained.json(), held).path("draining").asBoolean()).isTrue();

    wire.simulator(0).clearRequests();
    chat("kept");
    for (int i = 0; i < 20; i++) {
      chat("new-" + i);
    }
    assertThat(wire.received(0).get(0).credential()).isEqualTo(held);
    assertThat(wire.received(0).subList(1, 21))
        .noneMatch(request -> request.credential().equals(held));

    act("/admin/v1/providers/p/credentials/" + held + "/undrain");
    wire.simulator(0).clearRequests();
    for (int i = 0; i < 20; i++) {
      chat("later-" + i);
    }
    assertThat(wire.received(0)).anyMatch(request -> request.credential().equals(held));
  }

  @Test
  void aProviderDrainsWithAllItsCredentials() {
    JsonNode provider = act("/admin/v1/providers/p/drain").json();
    assertThat(provider.path("draining").asBoolean()).isTrue();
    assertThat(credential(provider, "a").path("draining").asBoolean()).isTrue();
    assertThat(chat("only").status()).as("where all drain, they serve").isEqualTo(200);
  }

  @Test
  void whatDrainsByConfigurationIsNotUndrainedHere() {
    assertThat(act("/admin/v1/providers/fixed/undrain").status()).isEqualTo(409);
    assertThat(act("/admin/v1/providers/nobody/drain").status()).isEqualTo(404);
    assertThat(act("/admin/v1/providers/p/credentials/z/drain").status()).isEqualTo(404);
  }

  @Test
  void aResetForgetsThatACredentialWasRejected() {
    chat("s");
    String held = wire.received(0).get(0).credential();
    wire.simulator(0).credential(held).fault(Fault.status(401));
    chat("s");
    JsonNode down = wire.manage("/admin/v1/providers").json().path("providers").path(0);
    assertThat(credential(down, held).path("state").asText()).isEqualTo("down");
    assertThat(credential(down, held).path("models").path(0).path("cause").asText())
        .isEqualTo("rejected");
    assertThat(down.path("state").asText()).as("the other one serves").isEqualTo("healthy");

    JsonNode reset = act("/admin/v1/providers/p/reset").json();
    assertThat(credential(reset, held).path("state").asText()).isEqualTo("healthy");
  }

  @Test
  void keysAndTeamsShowWhatTheyHaveUsed() {
    chat("s");
    JsonNode keys = wire.manage("/admin/v1/keys").json().path("keys");
    assertThat(keys.path(0).path("team").asText()).isEqualTo("acme");
    assertThat(keys.path(0).has("key")).isFalse();
    assertThat(keys.path(0).path("limits").path(0).path("unit").asText()).isEqualTo("usd");
    assertThat(keys.path(0).path("limits").path(0).path("limit").decimalValue())
        .isEqualByComparingTo("5");
    assertThat(keys.path(0).path("limits").path(0).path("used").asDouble()).isPositive();
    JsonNode requests = keys.path(1).path("limits").path(0);
    assertThat(requests.path("unit").asText()).isEqualTo("requests");
    assertThat(requests.path("used").asInt()).isEqualTo(1);
    assertThat(requests.path("limit").asInt()).isEqualTo(1_000);
  }

  @Test
  void whatWasUsedBeyondALimitIsShownWhole() {
    String million =
        """
        {"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
         "message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}],
         "usage":{"prompt_tokens":0,"completion_tokens":1000000,"total_tokens":1000000}}
        """;
    wire.simulator(0).credential("a").fault(Fault.status(200).withBody(million));
    wire.simulator(0).credential("b").fault(Fault.status(200).withBody(million));
    chat("s");
    await()
        .untilAsserted(
            () -> {
              JsonNode keys = wire.manage("/admin/v1/keys").json().path("keys");
              JsonNode budget = keys.path(0).path("limits").path(0);
              assertThat(budget.path("limit").decimalValue()).isEqualByComparingTo("5");
              assertThat(budget.path("used").decimalValue()).isEqualByComparingTo("8");
            });
  }

  private static JsonNode credential(JsonNode provider, String id) {
    for (JsonNode credential : provider.path("credentials")) {
      if (credential.path("id").asText().equals(id)) {
        return credential;
      }
    }
    throw new AssertionError(provider + " has no credential " + id);
  }

  private Answer act(String path) {
    return wire.send(
        HttpRequest.newBuilder(URI.create(wire.managementOrigin() + path))
            .header("x-mooring-console", "1")
            .POST(HttpRequest.BodyPublishers.noBody()));
  }

  private Answer chat(String session) {
    return TwoKeys.chat(wire, session, "authorization", "Bearer web-secret");
  }
}
