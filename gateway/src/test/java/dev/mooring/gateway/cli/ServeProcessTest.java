package dev.mooring.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve} as a process of its own: start, signals, exit codes. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no SIGTERM and no SIGHUP")
class ServeProcessTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String YAML =
      """
      server: { port: %d, drainTimeout: 1s }
      management: { port: 0 }
      providers: [{ id: a, type: openai-compatible, baseUrl: "http://127.0.0.1:9001" }]
      models: [{ id: m, targets: [{ provider: a, model: up }] }]
      """;

  @TempDir Path folder = Path.of("");

  private @Nullable Process started;

  @AfterEach
  void stop() {
    if (started != null) {
      started.destroyForcibly();
    }
  }

  @Test
  void itSaysWhereItServesReloadsOnHupAndExits0OnTerm() throws Exception {
    Path file = Files.writeString(folder.resolve("mooring.yaml"), YAML.formatted(0));
    Process process = start(file);
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      Matcher announced =
          Pattern.compile(
                  "Mooring \\S+ serves on http://127\\.0\\.0\\.1:(\\d+) \\(management"
                      + " http://127\\.0\\.0\\.1:(\\d+)\\)")
              .matcher(String.valueOf(line));
      assertThat(announced.matches()).as("%s%n%s", line, log()).isTrue();
      for (int group = 1; group <= 2; group++) {
        int port = Integer.parseInt(announced.group(group));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
          assertThat(socket.isConnected()).isTrue();
        }
      }
      signal(process, "HUP");
      await().atMost(SOON).until(() -> log().contains("was applied"));
      Files.writeString(file, "helth: 1");
      signal(process, "HUP");
      await().atMost(SOON).until(() -> log().contains("did you mean 'health'?"));
      assertThat(process.isAlive()).isTrue();
      signal(process, "TERM");
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(log()).doesNotContain("Exception");
    }
  }

  @Test
  void aPortInUseIsAClearMessageAndExit1() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file =
          Files.writeString(folder.resolve("mooring.yaml"), YAML.formatted(taken.getLocalPort()));
      Process process = start(file);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(1);
      assertThat(log())
          .contains("mooring: cannot listen on http://127.0.0.1:" + taken.getLocalPort())
          .contains("a port is already in use")
          .doesNotContain("Exception");
    }
  }

  private Process start(Path file) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "serve",
                    "--config",
                    file.toString()))
            .redirectError(folder.resolve("log").toFile())
            .start();
    started = process;
    return process;
  }

  private static void signal(Process process, String name)
      throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }
}
