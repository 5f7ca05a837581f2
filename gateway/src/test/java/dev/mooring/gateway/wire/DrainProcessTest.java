package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve} as a process: SIGTERM lets running streams finish, and the exit code is 0. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no SIGTERM")
class DrainProcessTest {
  private static final Pattern API_PORT =
      Pattern.compile("serves on http://127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path folder = Path.of("");

  @Test
  void aStreamThatRunsWhenSigtermComesIsFinishedAndTheProcessExits0() throws Exception {
    Vertx vertx = Vertx.vertx();
    Simulator simulator = Wire.await(Simulator.start(vertx, SimulatorConfig.DEFAULTS));
    Path file =
        Files.writeString(
            folder.resolve("mooring.yaml"),
            """
            server: { port: 0 }
            management: { port: 0 }
            providers: [{ id: p, type: openai-compatible, baseUrl: "%s" }]
            models: [{ id: m, targets: [{ provider: p, model: m }] }]
            """
                .formatted(simulator.origin()));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.mooring.gateway.cli.Main",
                "serve",
                "--config",
                file.toString())
            .redirectError(folder.resolve("log").toFile())
            .start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      Matcher port = API_PORT.matcher(String.valueOf(lines.readLine()));
      assertThat(port.find()).isTrue();
      simulator
          .credential("default")
          .fault(Fault.stall(FaultKind.STALL_AFTER_EVENTS, 8, Duration.ofMillis(1200)));
      try (OpenStream open =
          OpenStream.post(
              Integer.parseInt(port.group(1)), SampleTurn.CHAT.path(), SampleTurn.CHAT.stream())) {
        assertThat(open.next()).isNotNull();
        process.destroy();
        assertThat(open.rest()).endsWith("data: [DONE]\n\n").contains("\"finish_reason\":\"stop\"");
      }
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
      Wire.await(vertx.close());
    }
  }
}
