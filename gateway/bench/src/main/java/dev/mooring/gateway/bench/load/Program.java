package dev.mooring.gateway.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of the machine, bound to one CPU; closing it ends it. */
final class Program implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Path log;

  private Program(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts a command on a CPU, its output going to a file. */
  static Program start(Path log, int cpu, List<String> command) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(bound(cpu, command))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      return new Program(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a command writes, run to its end. */
  static String output(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String written = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + code + ": " + written);
      }
      return written;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Binds this process to a CPU; what it starts inherits that. */
  static void bindSelf(int cpu) {
    long self = ProcessHandle.current().pid();
    String unused =
        output(List.of("taskset", "-a", "-p", "-c", Integer.toString(cpu), Long.toString(self)));
  }

  private static List<String> bound(int cpu, List<String> command) {
    List<String> bound = new ArrayList<>(List.of("taskset", "-c", Integer.toString(cpu)));
    bound.addAll(command);
    return bound;
  }

  /** Where a program is on the path, or where systems keep servers. */
  static Optional<String> find(String name) {
    return Stream.concat(
            Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1)),
            Stream.of("/usr/sbin", "/usr/local/sbin"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString);
  }

  /** A port that was free a moment ago. */
  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until somebody listens on a port. */
  Program awaitPort(int port) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!listens(port)) {
      if (!process.isAlive() || System.nanoTime() > end) {
        String said = log();
        close();
        throw new IllegalStateException("nothing listens on port " + port + ": " + said);
      }
      pause(50);
    }
    return this;
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Lets some milliseconds go by. */
  static void pause(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its process id. */
  long pid() {
    return process.pid();
  }

  /** Whether it runs. */
  boolean alive() {
    return process.isAlive();
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
        Process unused = process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
