package dev.mooring.gateway.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watch over a configuration file. It looks at the file, through symbolic links, twice a second
 * on a thread of its own: by size, time and inode first, then by content. A change is read once the
 * file has stayed the same for one look, so that one half written is not taken for a short one. A
 * valid file that says something else is handed on; an invalid one is logged, error by error, and
 * the old one stays.
 */
public final class ConfigWatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigWatcher.class);
  private static final long PERIOD_MILLIS = 500;

  private final Path file;
  private final Map<String, String> environment;
  private final Consumer<GatewayConfig> apply;
  private final Runnable onRefusal;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(ConfigWatcher::daemon);
  private final AtomicLong applied = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();

  private GatewayConfig current;
  private byte[] content = {};
  private @Nullable Stamp settled;
  private @Nullable Stamp lastSeen;

  /**
   * Makes a watch that is not started.
   *
   * @param current the configuration that was read from the file at start; what the file has come
   *     to say since is found by the first looks
   * @param apply takes each new valid configuration, on the watcher's thread; what it throws
   *     refuses the configuration
   * @param onRefusal hears of each that was refused, on the same thread
   */
  public ConfigWatcher(
      Path file,
      Map<String, String> environment,
      GatewayConfig current,
      Consumer<GatewayConfig> apply,
      Runnable onRefusal) {
    this.file = file;
    this.environment = environment;
    this.current = current;
    this.apply = apply;
    this.onRefusal = onRefusal;
  }

  /** Begins to look. */
  @SuppressWarnings("FutureReturnValueIgnored") // it is cancelled with its thread
  public void start() {
    thread.scheduleWithFixedDelay(
        () -> guarded(this::look), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Reads the file again at once, changed or not, on the watcher's thread. */
  public void reload() {
    thread.execute(
        () ->
            guarded(
                () -> {
                  settled = Stamp.of(file);
                  content = read();
                  load(true);
                }));
  }

  /** How many times a configuration was read and handed on. */
  public long applied() {
    return applied.get();
  }

  /** How many times one was refused and the old one kept. */
  public long refused() {
    return refused.get();
  }

  /** Stops looking; a reload under way ends first. */
  @Override
  public void close() {
    thread.shutdown();
  }

  /** Does a step; whatever goes wrong in it is logged, and the watch goes on. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | StackOverflowError failure) {
      LOG.error("{} could not be looked at; the old configuration stays", file, failure);
    }
  }

  /** Looks once: at what has changed and then stayed the same since the last look. */
  private void look() {
    Stamp seen = Stamp.of(file);
    boolean still = seen.equals(lastSeen);
    lastSeen = seen;
    if (!still || seen.equals(settled)) {
      return;
    }
    settled = seen;
    byte[] found = read();
    if (!Arrays.equals(found, content)) {
      content = found;
      load(false);
    }
  }

  /**
   * Reads the file and hands on what it says.
   *
   * @param asked whether also what is the same as before is handed on
   */
  private void load(boolean asked) {
    LoadedConfig loaded = ConfigLoader.load(file, environment);
    if (loaded instanceof LoadedConfig.Valid valid) {
      if (asked || !valid.config().equals(current)) {
        hand(valid);
      }
      return;
    }
    LOG.error("{} is invalid and was not applied; the old configuration stays", file);
    ((LoadedConfig.Invalid) loaded).errors().forEach(error -> LOG.error("{}", error));
    refuse();
  }

  /** Hands a configuration on. */
  private void hand(LoadedConfig.Valid valid) {
    valid.warnings().forEach(LOG::warn);
    try {
      apply.accept(valid.config());
    } catch (RuntimeException failure) {
      LOG.error("{} could not be applied; the old configuration stays", file, failure);
      refuse();
      return;
    }
    warnOfRestart(valid.config());
    current = valid.config();
    applied.incrementAndGet();
    LOG.info("{} was applied", file);
  }

  /** Counts a refusal. */
  private void refuse() {
    refused.incrementAndGet();
    onRefusal.run();
  }

  /** Logs what will not be in force before the next start. */
  private void warnOfRestart(GatewayConfig next) {
    warnOfRestart("server.host", current.server().host(), next.server().host());
    warnOfRestart("server.port", current.server().port(), next.server().port());
    warnOfRestart("management.host", current.management().host(), next.management().host());
    warnOfRestart("management.port", current.management().port(), next.management().port());
    warnOfRestart("tracing", current.tracing(), next.tracing());
    warnOfRestart("store", current.store(), next.store());
    warnOfRestart(
        "affinity.maxModels", current.affinity().maxModels(), next.affinity().maxModels());
  }

  /** Logs one such field if it changed. */
  private static void warnOfRestart(String field, Object before, Object after) {
    if (!before.equals(after)) {
      LOG.warn("{} changed: it takes effect at the next start", field);
    }
  }

  /** The bytes of the file; none where it cannot be read. */
  private byte[] read() {
    try {
      return Files.readAllBytes(file);
    } catch (IOException unreadable) {
      return new byte[0];
    }
  }

  /** A thread that does not keep the process alive. */
  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "config-watcher");
    thread.setDaemon(true);
    return thread;
  }

  /** What tells one state of the file from another without reading it. */
  private record Stamp(String text) {
    /** The state of the file now. */
    static Stamp of(Path file) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(
            attributes.size()
                + " "
                + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)
                + " "
                + attributes.fileKey());
      } catch (IOException unreadable) {
        return new Stamp("unreadable");
      }
    }
  }
}
