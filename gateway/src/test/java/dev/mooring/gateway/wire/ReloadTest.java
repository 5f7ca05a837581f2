package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

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
          new ConfigWatcher(file, Map.of(), begun, wire.gateway()::apply)) {
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
          write(wire, round % 2 == 0 ? SECOND : FIRST);
          answers.addAll(some(wire));
          watcher.reload();
          answers.addAll(some(wire));
        }
        answers.forEach(answer -> assertThat(answer.join().status()).isEqualTo(200));
        assertThat(wire.post(API.path(), API.document()).provider()).isEqualTo("a");
        write(wire, SECOND + "modles: []\n");
        watcher.reload();
        assertThat(wire.post(API.path(), API.document()).provider()).isEqualTo("a");
        write(wire, SECOND);
        watcher.reload();
        assertThat(wire.post(API.path(), API.document()).provider()).isEqualTo("b");
      }
    }
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
