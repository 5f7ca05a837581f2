package dev.mooring.gateway.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A program of the machine that runs beside the test; closing it ends it. */
final class Program implements AutoCloseable {
  private final Process process;
  private final Path log;

  private Program(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts a command, its output going to a file. */
  static Program start(Path log, List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      return new Program(process, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a program is; the test is skipped, with a message, where it is nowhere. */
  static String find(String name) {
    return installed(name).orElseGet(() -> Assumptions.abort(name + " is not installed"));
  }

  /** Whether a program is anywhere. */
  static boolean isInstalled(String name) {
    return installed(name).isPresent();
  }

  private static Optional<String> installed(String name) {
    Stream<String> folders =
        Stream.concat(
            Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1)),
            Stream.of("/usr/sbin", "/usr/local/sbin"));
    return folders
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString);
  }

  /**
   * A port that was free a moment ago. It lies below those that systems give to outgoing
   * connections, so none of these takes it while its program is restarted.
   */
  static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      if (free(port)) {
        return port;
      }
    }
  }

  private static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (BindException taken) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether somebody listens on a port. */
  static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }

  /** Sends a signal. */
  void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      assertThat(kill.waitFor()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether it runs. */
  boolean alive() {
    return process.isAlive();
  }

  /** Waits for its end and answers the exit code. */
  int exitCode(long seconds) {
    try {
      assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).as(log()).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return process.exitValue();
  }

  /** What it has written. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
