package dev.mooring.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions as operators find them, with pins and events. */
class SessionsTest {
  private static final String CONFIG =
      """
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", retry: { maxRetries: 0 },
            credentials: [{ id: a, apiKey: key-of-a }, { id: b, apiKey: key-of-b }] }
      models: [{ id: m, price: { input: 2, output: 8, cacheRead: 0.5 }, targets: [{ provider: p, model: up-m }] }]
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
  void aSessionIsFoundByItsIdByItsHashAndByTheHashsBeginning() {
    chat("my-session");
    chat("another");
    JsonNode row = awaitSession("my-session");
    String hash = row.path("session").asText();

    assertThat(hash).hasSize(64);
    assertThat(row.toString()).doesNotContain("my-session");
    assertThat(row.path("requests").asInt()).isEqualTo(1);
    assertThat(row.path("inputTokens").asLong()).isPositive();
    assertThat(row.path("active").asBoolean()).isTrue();
    assertThat(row.path("savedUsd").asDouble())
        .isEqualTo(row.path("cachedTokens").asLong() * 1.5 / 1e6);
    assertThat(found(hash)).hasSize(1);
    assertThat(found(hash.substring(0, 12))).hasSize(1);
    assertThat(found("nobody")).isEmpty();
    assertThat(get("/" + hash.substring(0, 12)).path("session").path("session").asText())
        .isEqualTo(hash);
    assertThat(wire.manage("/admin/v1/sessions/" + "0".repeat(64)).status()).isEqualTo(404);
    for (int length : new int[] {18, 64, 65}) {
      assertThat(wire.manage("/admin/v1/sessions/" + "z".repeat(length)).status()).isEqualTo(404);
    }
  }

  @Test
  void aListGoesOnWhereItsCursorSays() {
    for (int i = 0; i < 5; i++) {
      chat("s" + i);
      wire.clock().advance(Duration.ofSeconds(1));
      awaitSession("s" + i);
    }
    JsonNode first = get("?limit=3");
    JsonNode second = get("?limit=3&cursor=" + first.path("next").asText());
    assertThat(first.path("sessions")).hasSize(3);
    assertThat(second.path("sessions")).hasSize(2);
    assertThat(second.has("next")).isFalse();
    assertThat(get("?limit=5").has("next"))
        .as("nothing follows a page that is just full")
        .isFalse();
    assertThat(first.path("sessions").path(0).path("session").asText())
        .as("the last used comes first")
        .isEqualTo(awaitSession("s4").path("session").asText());
    for (String forged : new String[] {"nonsense", "OTIyMzM3MjAzNjg1NDc3NTgwNyB4"}) {
      assertThat(wire.manage("/admin/v1/sessions?cursor=" + forged).status()).isEqualTo(400);
    }
  }

  @Test
  void aSessionThatMovedShowsItsSwitchAndItsEventsWithReasons() {
    chat("moving");
    String held = wire.received(0).get(0).credential();
    wire.simulator(0).credential(held).fault(Fault.status(401));
    chat("moving");

    String hash = awaitSession("moving").path("session").asText();
    await().until(() -> get("/" + hash).path("session").path("switches").asInt() == 1);
    JsonNode events = get("/" + hash + "/events").path("events");
    assertThat(events)
        .extracting(event -> event.path("reason").asText())
        .containsSubsequence("fallback", "affinity");
    assertThat(events.path(0).path("credential").asText()).isNotEqualTo(held);
  }

  @Test
  void pinsCanBeForgotten() {
    chat("pinned");
    String hash = awaitSession("pinned").path("session").asText();
    await().until(() -> get("/" + hash).path("pins").size() == 1);
    assertThat(get("/" + hash).path("pins").path(0).path("state").asText()).isEqualTo("pinned");

    assertThat(forget(hash, "?model=other").json().path("removed").asInt()).isZero();
    assertThat(forget(hash, "").json().path("removed").asInt()).isEqualTo(1);
    assertThat(get("/" + hash).path("pins").path(0).path("state").asText()).isEqualTo("absent");
    assertThat(chat("pinned").outcome()).isEqualTo("no_pin");
  }

  private Answer forget(String hash, String query) {
    return wire.send(
        HttpRequest.newBuilder(
                URI.create(
                    wire.managementOrigin() + "/admin/v1/sessions/" + hash + "/pins" + query))
            .header("x-mooring-console", "1")
            .DELETE());
  }

  private JsonNode awaitSession(String id) {
    await().until(() -> found(id).size() == 1);
    return found(id).path(0);
  }

  private JsonNode found(String query) {
    return get("?query=" + query).path("sessions");
  }

  private JsonNode get(String rest) {
    Answer answer = wire.manage("/admin/v1/sessions" + rest);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.json();
  }

  private Answer chat(String session) {
    return TwoKeys.chat(wire, session);
  }
}
