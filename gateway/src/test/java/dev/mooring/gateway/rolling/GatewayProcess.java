package dev.mooring.gateway.rolling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** {@code mooring serve} as a process of its own, on ports that stay the same over its restarts. */
final class GatewayProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long DRAIN_SECONDS = 90;

  private final int apiPort = Program.freePort();
  private final int managementPort = Program.freePort();
  private final Path folder;
  private Program program;

  private GatewayProcess(Path folder, String configuration) {
    this.folder = folder;
    write(configuration);
    program = launch();
  }

  /**
   * Starts one; it is ready after {@link #awaitReady}.
   *
   * @param configuration YAML with {@code %d} for the ports of the API and of management
   */
  static GatewayProcess start(Path folder, String configuration) {
    return new GatewayProcess(folder, configuration);
  }

  /** The port of the API. */
  int apiPort() {
    return apiPort;
  }

  /**
   * Waits until it takes requests and has its store: without, a session's turn goes by its hash.
   */
  void awaitReady() {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(program.alive()).as(program.log()).isTrue();
              Exchange ready = Exchange.get(managementPort, "/readyz");
              return ready.status() == 200 && ready.body().contains("\"status\":\"ok\"");
            });
  }

  /** Tells it to go, sees its readiness go before it does, and waits for its good end. */
  void terminate() {
    program.signal("TERM");
    await().atMost(Duration.ofSeconds(10)).until(() -> readiness() != 200);
    assertThat(program.exitCode(DRAIN_SECONDS)).as(program.log()).isZero();
  }

  /** Starts it again. */
  void startAgain() {
    program = launch();
  }

  @Override
  public void close() {
    program.close();
  }

  private int readiness() {
    return Exchange.get(managementPort, "/readyz").status();
  }

  private Program launch() {
    return Program.start(
        folder.resolve(apiPort + ".log"),
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "serve",
            "--config",
            file().toString()));
  }

  private void write(String configuration) {
    try {
      Files.writeString(file(), configuration.formatted(apiPort, managementPort));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file() {
    return folder.resolve(apiPort + ".yaml");
  }
}
