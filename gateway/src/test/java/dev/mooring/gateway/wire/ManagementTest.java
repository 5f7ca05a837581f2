package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The management listener (contract, section 1). */
class ManagementTest {
  private static final String CONFIG =
      "management: { port: 0, token: management-token }\n"
          + TwoProviders.CONFIG.replace("@1", "@0");

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = Wire.of(CONFIG, SimulatorConfig.DEFAULTS);
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @Test
  void metricsNeedTheToken() {
    assertThat(wire.manage("/metrics").status()).isEqualTo(401);
    assertThat(wire.manage("/metrics").header("www-authenticate")).isEqualTo("Bearer");
    for (String wrong :
        new String[] {"Bearer wrong", "management-token", "Basic management-token", "Bearer "}) {
      assertThat(wire.manage("/metrics", "authorization", wrong).status()).isEqualTo(401);
    }
    wire.post("/v1/chat/completions", ApiCall.CHAT.body("count me"));
    for (String scheme : new String[] {"Bearer", "bearer"}) {
      Answer metrics = wire.manage("/metrics", "authorization", scheme + " management-token");
      assertThat(metrics.status()).isEqualTo(200);
      assertThat(metrics.header("content-type")).startsWith("text/plain");
      assertThat(metrics.text()).contains("# TYPE mooring_");
    }
  }

  @Test
  void everyCoreHasAnEventLoopOfTheApi() {
    String metrics = wire.manage("/metrics", "authorization", "Bearer management-token").text();
    assertThat(metrics)
        .contains("mooring_event_loops " + (double) Runtime.getRuntime().availableProcessors());
  }

  @Test
  void probesNeedNoToken() {
    assertThat(wire.manage("/livez").status()).isEqualTo(200);
    Answer ready = wire.manage("/readyz");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.json().path("status").asText()).isEqualTo("ready");
    assertThat(ready.json().path("checks").path("store").path("status").asText()).isEqualTo("ok");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /nowhere", "GET *", "OPTIONS *", "POST /v1/chat/completions"})
  void anythingElseIsA404InJson(String request) {
    try (RawClient client = RawClient.to(wire.gateway().managementPort())) {
      client.send(request + " HTTP/1.1\r\nhost: t\r\n\r\n");
      RawClient.RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(404);
      assertThat(Answer.parse(answer.body().getBytes(StandardCharsets.UTF_8)).has("error"))
          .isTrue();
    }
  }

  @Test
  void withoutATokenMetricsAreOpenOnLoopback() {
    try (Wire open = Wire.of(TwoProviders.CONFIG.replace("@1", "@0"), SimulatorConfig.DEFAULTS)) {
      assertThat(open.manage("/metrics").status()).isEqualTo(200);
    }
  }
}
