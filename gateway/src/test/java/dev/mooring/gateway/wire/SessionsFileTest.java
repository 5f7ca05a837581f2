package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sessions file as requests, probes and meters see it. */
class SessionsFileTest {
  private static final String CONFIG =
      """
      store: { path: "%s" }
      providers: [{ id: p, type: openai-compatible, baseUrl: "@0" }]
      models: [{ id: m, targets: [{ provider: p, model: m }] }]
      """;

  @TempDir Path folder = Path.of("");

  @Test
  void aFileThatCannotBeWrittenFailsNoRequestAndIsToldUntilItCanBe() throws IOException {
    Path blocked = Files.writeString(folder.resolve("blocked"), "");
    Path file = blocked.resolve("sessions.db");
    try (Wire wire = Wire.of(CONFIG.formatted(file), SimulatorConfig.DEFAULTS)) {
      Turns turns = new Turns(wire);
      assertThat(turns.chat("s", "m").status()).isEqualTo(200);
      assertThat(Turns.affinity(turns.chat("s", "m"))).startsWith("confirmed");
      Answer ready = wire.manage("/readyz");
      assertThat(ready.status()).isEqualTo(200);
      assertThat(ready.text()).contains("\"status\":\"down\"", "its file cannot be written");
      assertThat(wire.manage("/metrics").text())
          .contains("mooring_store_up 0.0")
          .containsPattern("mooring_store_file_failures_total [1-9]");
      Files.delete(blocked);
      Awaitility.await()
          .until(() -> wire.manage("/metrics").text().contains("mooring_store_up 1.0"));
      assertThat(wire.manage("/readyz").text()).contains("\"status\":\"ok\"");
      assertThat(Files.size(file)).isPositive();
    }
  }
}
