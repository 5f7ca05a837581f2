package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway as a process of its own. */
final class NodeProcess implements AutoCloseable {
  private static final Pattern ANNOUNCED =
      Pattern.compile(
          "serves on http://127\\.0\\.0\\.1:(\\d+) \\(management http://127\\.0\\.0\\.1:(\\d+)\\)");

  private final Process process;
  private final int port;
  private final int managementPort;

  /** Starts it, with its log in a folder. */
  NodeProcess(Path folder, String yaml) {
    try {
      Path file = Files.writeString(Files.createTempFile(folder, "node", ".yaml"), yaml);
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Main.class.getName(),
                  "serve",
                  "--config",
                  file.toString())
              .redirectError(folder.resolve(file.getFileName() + ".log").toFile())
              .start();
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      Matcher announced = announced(lines);
      port = Integer.parseInt(announced.group(1));
      managementPort = Integer.parseInt(announced.group(2));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Matcher announced(BufferedReader lines) throws IOException {
    List<String> read = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher announced = ANNOUNCED.matcher(line);
      if (announced.find()) {
        return announced;
      }
      read.add(line);
    }
    throw new IllegalStateException("the node ended: " + read);
  }

  /** The port of its management. */
  int managementPort() {
    return managementPort;
  }

  /** The port of its API. */
  int port() {
    return port;
  }

  /** Ends it at once, as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly();
    try {
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
