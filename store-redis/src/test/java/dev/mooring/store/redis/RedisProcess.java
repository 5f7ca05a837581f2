package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import redis.embedded.core.ExecutableProvider;

/** A Redis server that a test starts, stops, pauses and starts again on a loopback port. */
public final class RedisProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);

  private final Path folder;
  private final int port;
  private final List<String> arguments;
  private @Nullable Process process;

  private RedisProcess(Path folder, int port, List<String> arguments) {
    this.folder = folder;
    this.port = port;
    this.arguments = arguments;
  }

  /** A started server without persistence, with further arguments of redis-server. */
  public static RedisProcess start(String... arguments) {
    return start(freePort(), arguments);
  }

  /** A started server on a port of the caller's choice. */
  public static RedisProcess start(int port, String... arguments) {
    RedisProcess redis = new RedisProcess(temporaryFolder(), port, List.of(arguments));
    redis.start();
    return redis;
  }

  /** The same; the test is skipped where the server does not know the arguments. */
  static RedisProcess startOrSkip(int port, List<String> arguments) {
    RedisProcess redis = new RedisProcess(temporaryFolder(), port, arguments);
    try {
      redis.start();
    } catch (IllegalStateException ended) {
      Assumptions.abort("this server cannot: " + arguments);
    }
    return redis;
  }

  /** A started Sentinel that watches {@code primary} under the name {@code main}. */
  public static RedisProcess startSentinel(int primary) {
    Path folder = temporaryFolder();
    try {
      Files.writeString(
          folder.resolve("sentinel.conf"),
          """
          sentinel monitor main 127.0.0.1 %d 2
          sentinel down-after-milliseconds main 1000
          sentinel failover-timeout main 3000
          """
              .formatted(primary));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    RedisProcess redis =
        new RedisProcess(folder, freePort(), List.of("sentinel.conf", "--sentinel"));
    redis.start();
    return redis;
  }

  /** Its port. */
  public int port() {
    return port;
  }

  /** Where it runs and logs. */
  public Path folder() {
    return folder;
  }

  /** Its address. */
  public String uri() {
    return "redis://127.0.0.1:" + port;
  }

  /** Starts it, empty. */
  public void start() {
    List<String> command = new ArrayList<>();
    command.add(binary());
    boolean configured = !arguments.isEmpty() && arguments.get(0).endsWith(".conf");
    command.addAll(configured ? arguments : List.of());
    command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(configured ? List.of() : List.of("--save", "", "--appendonly", "no"));
    command.addAll(configured ? List.of() : arguments);
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Awaitility.await().atMost(START).pollInterval(Duration.ofMillis(10)).until(this::listening);
  }

  /** Ends it at once, as {@code kill -9} does. */
  public void kill() {
    Process running = running();
    running.destroyForcibly();
    try {
      assertThat(running.waitFor(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stops it from running without closing its connections. */
  public void pause() {
    signal("-STOP");
  }

  /** Lets it run again after {@link #pause}. */
  public void resume() {
    signal("-CONT");
  }

  @Override
  public void close() {
    if (process != null && process.isAlive()) {
      kill();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::deleteOnExit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A loopback port that nobody listens on, and whose cluster bus port is valid. */
  public static int freePort() {
    for (int i = 0; i < 1_000; i++) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (socket.getLocalPort() < 55_000) {
          return socket.getLocalPort();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new IllegalStateException("no free port below 55000");
  }

  private void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", name, Long.toString(running().pid())).start();
      assertThat(kill.waitFor()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("not started");
    }
    return process;
  }

  private boolean listening() {
    if (!running().isAlive()) {
      throw new IllegalStateException("redis-server ended: see " + folder.resolve("log"));
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** A server on the path, else the one that a test dependency brings along. */
  private static String binary() {
    for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
      for (String name : List.of("redis-server", "valkey-server")) {
        File file = new File(folder, name);
        if (file.canExecute()) {
          return file.getPath();
        }
      }
    }
    try {
      return ExecutableProvider.newJarResourceProvider().get().getPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("mooring-redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
