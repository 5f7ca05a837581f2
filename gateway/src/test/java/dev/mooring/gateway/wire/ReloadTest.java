package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.config.ConfigWatcher;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reload applies to the requests that begin after it, and to no other. */
class ReloadTest {
  private static final SampleTurn API = SampleTurn.MESSAGES;
  private static final String PROVIDERS =
      """
      providers:
        - { id: a, type: anthropic-compatible, baseUrl: "@0" }
        - { id: b, type: anthropic-compatible, baseUrl: "@1" }
      """;
  private static final String FIRST =
      PROVIDERS + "models: [{ id: m, targets: [{ provider: a, model: m }] }]\n";
  private static final String SECOND =
      PROVIDERS + "models: [{ id: m, targets: [{ provider: b, model: m }] }]\n";

  @TempDir Path folder = Path.of("");

  @Test
  void aRunningRequestKeepsTheConfigurationItBeganWith() {
    try (Wire wire = Wire.of(FIRST, SimulatorConfig.DEFAULTS, SimulatorConfig.DEFAULTS)) {
      wire.simulator(0)
          .credential("default")
          .fault(Fault.stall(FaultKind.STALL_AFTER_EVENTS, 8, Duration.ofMillis(400)));
      try (OpenStream open = OpenStream.post(wire, API.path(), API.stream())) {
        assertThat(open.next()).isNotNull();
        wire.gateway().apply(wire.config(SECOND));
        assertThat(wire.post(API.path(), API.document()).provider()).isEqualTo("b");
        assertThat(open.rest()).contains("\"finalProvider\":\"a\"").contains("message_stop");
      }
    }
  }

  @Test
  void aFileThatChangesUnderTrafficIsAppliedWithoutLosingARequestAndAnInvalidOneIsNot()
      throws IOException {
    try (Wire wire = Wire.of(FIRST, SimulatorConfig.DEFAULTS, SimulatorConfig.DEFAULTS)) {
      Path file = write(wire, FIRST);
      GatewayConfig begun = wire.config(FIRST);
      try (ConfigWatcher watcher =
          new ConfigWatcher(
              file, Map.of(), begun, wire.gateway()::apply, wire.gateway()::refused)) {
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
          write(wire, round % 2 == 0 ? SECOND : FIRST);
          answers.addAll(some(wire));
          watcher.reload();
          answers.addAll(some(wire));
        }
        answers.forEach(answer -> assertThat(answer.join().status()).isEqualTo(200));
        await().untilAsserted(() -> servedBy(wire, "a"));
        write(wire, SECOND + "modles: []\n");
        watcher.reload();
        await().untilAsserted(() -> servedBy(wire, "a"));
        write(wire, SECOND);
        watcher.reload();
        await().untilAsserted(() -> servedBy(wire, "b"));
        await()
            .untilAsserted(
                () ->
                    assertThat(wire.manage("/metrics").text())
                        .contains(
                            "mooring_config_reloads_total{result=\"refused\"} "
                                + watcher.refused()
                                + ".0"));
        assertThat(watcher.refused()).isPositive();
      }
    }
  }

  @Test
  void aListenerOffLoopbackIsNeverLeftOpenByAReload() {
    String open = "server: { host: 0.0.0.0, port: 0 }\n";
    String keys = "teams: [{ id: t, keys: [{ id: k, secret: sk-key }] }]\n";
    try (Wire wire =
        Wire.of(open + keys + FIRST, SimulatorConfig.DEFAULTS, SimulatorConfig.DEFAULTS)) {
      GatewayConfig begun = wire.gateway().config();
      assertThatThrownBy(() -> wire.gateway().apply(wire.config(SECOND)))
          .hasMessageContaining("0.0.0.0")
          .hasMessageContaining("server.auth: none");
      assertThat(wire.gateway().config()).isSameAs(begun);
      assertThat(wire.post(API.path(), API.document()).status()).isEqualTo(401);
      wire.gateway().apply(wire.config(keys + SECOND));
      assertThat(wire.post(API.path(), API.document()).status()).isEqualTo(401);
      wire.gateway().apply(wire.config("server: { port: 0, auth: none }\n" + SECOND));
      assertThat(wire.post(API.path(), API.document()).status()).isEqualTo(200);
    }
  }

  @Test
  void managementOffLoopbackIsNeverLeftOpenByAReload() {
    String open = "management: { host: 0.0.0.0, port: 0, token: a-token }\n";
    try (Wire wire = Wire.of(open + FIRST, SimulatorConfig.DEFAULTS, SimulatorConfig.DEFAULTS)) {
      assertThatThrownBy(() -> wire.gateway().apply(wire.config(SECOND)))
          .hasMessageContaining("management.token");
      assertThat(wire.manage("/metrics").status()).isEqualTo(401);
    }
  }

  @Test
  void aNewManagementTokenHoldsFromTheReloadOn() {
    String token = "management: { port: 0, token: %s }\n";
    try (Wire wire =
        Wire.of(
            token.formatted("old-token") + FIRST,
            SimulatorConfig.DEFAULTS,
            SimulatorConfig.DEFAULTS)) {
      wire.gateway().apply(wire.config(token.formatted("new-token") + FIRST));
      assertThat(wire.manage("/metrics", "authorization", "Bearer old-token").status())
          .isEqualTo(401);
      assertThat(wire.manage("/metrics", "authorization", "Bearer new-token").status())
          .isEqualTo(200);
    }
  }

  private static void servedBy(Wire wire, String provider) {
    assertThat(wire.post(API.path(), API.document()).provider()).isEqualTo(provider);
  }

  private static List<CompletableFuture<Answer>> some(Wire wire) {
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      answers.add(wire.postAsync(API.path(), API.body("m", i % 2 == 0, "")));
    }
    return answers;
  }

  private Path write(Wire wire, String yaml) throws IOException {
    String filled = "server: { port: 0 }\nmanagement: { port: 0 }\n" + yaml;
    for (int i = 0; i < 2; i++) {
      filled = filled.replace("@" + i, wire.simulator(i).origin());
    }
    return Files.writeString(folder.resolve("mooring.yaml"), filled);
  }
}
