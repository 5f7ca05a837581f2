package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The watch over a configuration file. */
class ConfigWatcherTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir Path folder = Path.of("");

  private final List<GatewayConfig> applied = new CopyOnWriteArrayList<>();
  private final AtomicInteger heard = new AtomicInteger();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ConfigWatcher.class);

  @BeforeEach
  void listen() {
    log.list = new CopyOnWriteArrayList<>();
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(log);
  }

  @Test
  void aChangedFileIsApplied() throws IOException {
    Path file = write("mooring.yaml", ConfigText.MINIMAL);
    try (ConfigWatcher watcher = watch(file)) {
      write("mooring.yaml", ConfigText.MINIMAL.replace("up", "other"));
      await().atMost(SOON).until(() -> applied.size() == 1);
      assertThat(ConfigText.model(applied.get(0), "m").targets().get(0).model()).isEqualTo("other");
      await().atMost(SOON).until(() -> watcher.applied() == 1);
      assertThat(watcher.refused()).isZero();
      assertThat(messages()).noneMatch(message -> message.contains("next start"));
    }
  }

  @Test
  void anInvalidFileIsLoggedLoudlyAndTheOldOneStays() throws IOException {
    Path file = write("mooring.yaml", ConfigText.MINIMAL);
    try (ConfigWatcher watcher = watch(file)) {
      write("mooring.yaml", ConfigText.MINIMAL + "helth: 1\nserver: { port: x }\n");
      await().atMost(SOON).until(() -> watcher.refused() == 1);
      await().atMost(SOON).until(() -> log.list.size() == 3);
      assertThat(messages())
          .containsExactly(
              "ERROR " + file + " is invalid and was not applied; the old configuration stays",
              "ERROR " + file + ":8: unknown field 'helth' (did you mean 'health'?)",
              "ERROR "
                  + file
                  + ":9: server.port: is 'x' (expected: a whole number, without quotes)");
      write("mooring.yaml", ConfigText.MINIMAL.replace("up", "repaired"));
      await().atMost(SOON).until(() -> watcher.applied() == 1);
      assertThat(applied).hasSize(1);
      assertThat(heard).hasValue(1);
    }
  }

  @Test
  void aSwappedSymbolicLinkIsAChange() throws IOException {
    Files.createDirectory(folder.resolve("one"));
    Files.createDirectory(folder.resolve("two"));
    write("one/mooring.yaml", ConfigText.MINIMAL);
    write("two/mooring.yaml", ConfigText.MINIMAL.replace("up", "pu"));
    Files.setLastModifiedTime(
        folder.resolve("two/mooring.yaml"),
        Files.getLastModifiedTime(folder.resolve("one/mooring.yaml")));
    Path data = Files.createSymbolicLink(folder.resolve("..data"), Path.of("one"));
    Path file =
        Files.createSymbolicLink(folder.resolve("mooring.yaml"), Path.of("..data/mooring.yaml"));
    try (ConfigWatcher watcher = watch(file)) {
      Path next = Files.createSymbolicLink(folder.resolve("..next"), Path.of("two"));
      Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
      await().atMost(SOON).until(() -> watcher.applied() == 1);
      assertThat(ConfigText.model(applied.get(0), "m").targets().get(0).model()).isEqualTo("pu");
    }
  }

  @Test
  void aFileThatSaysTheSameIsNotApplied() throws IOException {
    Path file = write("mooring.yaml", ConfigText.MINIMAL);
    try (ConfigWatcher watcher = watch(file)) {
      write("mooring.yaml", ConfigText.MINIMAL + "# a comment\n");
      write("mooring.yaml", ConfigText.MINIMAL.replace("up", "other"));
      await().atMost(SOON).until(() -> watcher.applied() == 1);
      assertThat(applied).hasSize(1);
    }
  }

  @Test
  void aChangeBetweenTheStartAndTheFirstLookIsApplied() throws IOException {
    Path file = write("mooring.yaml", ConfigText.MINIMAL.replace("up", "other"));
    try (ConfigWatcher watcher = watch(file)) {
      await().atMost(SOON).until(() -> watcher.applied() == 1);
      assertThat(ConfigText.model(applied.get(0), "m").targets().get(0).model()).isEqualTo("other");
    }
  }

  @Test
  void aReloadReadsTheFileChangedOrNot() throws IOException {
    Path file = write("mooring.yaml", ConfigText.MINIMAL);
    try (ConfigWatcher watcher = watch(file)) {
      watcher.reload();
      await().atMost(SOON).until(() -> watcher.applied() == 1);
      assertThat(applied).containsExactly(ConfigText.valid(ConfigText.MINIMAL));
    }
  }

  @Test
  void whatNeedsARestartIsSaid() throws IOException {
    Path file = write("mooring.yaml", ConfigText.MINIMAL);
    try (ConfigWatcher watcher = watch(file)) {
      write(
          "mooring.yaml",
          ConfigText.MINIMAL
              + "server: { port: 81 }\nstore: { memory: { maxEntries: 2 } }\n"
              + "affinity: { maxModels: 3 }\n");
      watcher.reload();
      await().atMost(SOON).until(() -> watcher.applied() == 1);
      assertThat(messages())
          .contains(
              "WARN affinity.maxModels changed: it takes effect at the next start",
              "WARN server.port changed: it takes effect at the next start",
              "WARN store changed: it takes effect at the next start");
    }
  }

  @Test
  void aConfigurationThatCannotBeAppliedIsCountedAndTheWatchGoesOn() throws IOException {
    Path file = write("mooring.yaml", ConfigText.MINIMAL);
    GatewayConfig current = ConfigText.valid(ConfigText.MINIMAL);
    try (ConfigWatcher watcher =
        new ConfigWatcher(
            file,
            Map.of(),
            current,
            next -> {
              throw new IllegalStateException("closed");
            },
            heard::incrementAndGet)) {
      watcher.reload();
      watcher.reload();
      await().atMost(SOON).until(() -> watcher.refused() == 2);
      await().atMost(SOON).until(() -> heard.get() == 2);
      assertThat(watcher.applied()).isZero();
    }
  }

  @Test
  void aFaultOfTheWatchItselfIsLoggedAndTheWatchGoesOn() throws IOException {
    Path file = write("mooring.yaml", ConfigText.MINIMAL);
    GatewayConfig current = ConfigText.valid(ConfigText.MINIMAL);
    try (ConfigWatcher watcher =
        new ConfigWatcher(
            file,
            Map.of(),
            current,
            applied::add,
            () -> {
              throw new IllegalStateException("a fault of the watch");
            })) {
      watcher.start();
      write("mooring.yaml", ConfigText.MINIMAL + "helth: 1\n");
      await()
          .atMost(SOON)
          .until(() -> messages().stream().anyMatch(line -> line.contains("not be looked at")));
      write("mooring.yaml", ConfigText.MINIMAL.replace("up", "repaired"));
      await().atMost(SOON).until(() -> watcher.applied() == 1);
      assertThat(applied).hasSize(1);
    }
  }

  private ConfigWatcher watch(Path file) {
    ConfigWatcher watcher =
        new ConfigWatcher(
            file,
            Map.of(),
            ConfigText.valid(ConfigText.MINIMAL),
            applied::add,
            heard::incrementAndGet);
    watcher.start();
    return watcher;
  }

  private Path write(String name, String yaml) throws IOException {
    return Files.writeString(folder.resolve(name), yaml);
  }

  private List<String> messages() {
    return log.list.stream()
        .map(event -> event.getLevel() + " " + event.getFormattedMessage())
        .toList();
  }
}
