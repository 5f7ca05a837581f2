package dev.mooring.gateway.cli;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.ConfigWatcher;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.LoadedConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code serve}: runs the gateway until SIGTERM or SIGINT, then drains it and exits 0 (contract,
 * section 1). A second such signal ends the process at once. SIGHUP reloads the configuration.
 */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "Runs the gateway.")
final class ServeCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);
  private static final long BLOCKED_MILLIS = 500;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The configuration, in YAML. Without it: providers from OPENAI_API_KEY,"
              + " ANTHROPIC_API_KEY and the like, loopback only.")
  private @Nullable Path file;

  @Option(
      names = "--session-db",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "FILE",
      description =
          "Keeps sessions over restarts in this file; without FILE in the platform's folder for"
              + " state. The same as store.path, and store.durable, with the memory store.")
  private @Nullable String sessionDb;

  @Override
  public Integer call() throws InterruptedException {
    LoadedConfig loaded =
        file == null
            ? ConfigLoader.fromEnvironment(System.getenv())
            : ConfigLoader.load(file, System.getenv());
    if (loaded instanceof LoadedConfig.Invalid invalid) {
      invalid.errors().forEach(spec.commandLine().getErr()::println);
      return 1;
    }
    LoadedConfig.Valid valid = (LoadedConfig.Valid) loaded;
    LogFormat.use(valid.config().logging().format());
    valid.warnings().forEach(LOG::warn);
    if (sessionDb != null && valid.config().store().redis() != null) {
      return fail("--session-db is for the memory store, and store.type is redis (remove one)");
    }
    return serve(valid.config());
  }

  /** The configuration with what the command line says of it. */
  private GatewayConfig overridden(GatewayConfig config) {
    if (sessionDb == null || config.store().redis() != null) {
      return config;
    }
    return config.with(config.store().durable(sessionDb.isEmpty() ? null : Path.of(sessionDb)));
  }

  /** Serves until a signal and answers the exit code. */
  private int serve(GatewayConfig config) throws InterruptedException {
    CountDownLatch stop = new CountDownLatch(1);
    Signals.onceThenDefault("TERM", stop::countDown);
    Signals.onceThenDefault("INT", stop::countDown);
    Vertx vertx = vertx();
    try {
      Gateway gateway = await(Gateway.start(vertx, overridden(config)));
      announce(gateway, config);
      try (ConfigWatcher watcher = watch(gateway, config)) {
        stop.await();
      }
      LOG.info("draining");
      await(gateway.drainAndClose());
      return 0;
    } catch (ExecutionException failure) {
      LOG.debug("stopped by a failure", failure);
      return fail(reason(config, failure));
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  /** Watches the configuration file, if there is one. */
  private @Nullable ConfigWatcher watch(Gateway gateway, GatewayConfig config) {
    if (file == null) {
      Signals.on("HUP", () -> LOG.info("SIGHUP: there is no configuration file to reload"));
      return null;
    }
    ConfigWatcher watcher =
        new ConfigWatcher(
            file,
            System.getenv(),
            config,
            next -> {
              gateway.apply(overridden(next));
              LogFormat.use(next.logging().format());
            },
            gateway::refused);
    Signals.on("HUP", watcher::reload);
    watcher.start();
    return watcher;
  }

  /** Prints where the gateway serves. */
  private void announce(Gateway gateway, GatewayConfig config) {
    spec.commandLine()
        .getOut()
        .printf(
            "Mooring %s serves on %s (management %s)%n",
            Main.version(),
            url(config.server().host(), gateway.apiPort()),
            url(config.management().host(), gateway.managementPort()));
    spec.commandLine().getOut().flush();
  }

  /** Prints what went wrong and answers the exit code. */
  private int fail(String message) {
    spec.commandLine().getErr().println("mooring: " + message);
    return 1;
  }

  /** What kept the gateway from starting, in words. */
  private static String reason(GatewayConfig config, ExecutionException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    String message = String.valueOf(cause.getMessage());
    if (!message.contains("in use")) {
      return "cannot start: " + message;
    }
    return "cannot listen on "
        + url(config.server().host(), config.server().port())
        + " and "
        + url(config.management().host(), config.management().port())
        + ": a port is already in use (stop what uses it, or set server.port and"
        + " management.port)";
  }

  /** The URL of a listener. */
  private static String url(String host, int port) {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /** Vert.x with an event loop a core and a watch over blocked ones. */
  private static Vertx vertx() {
    VertxOptions options =
        new VertxOptions()
            .setPreferNativeTransport(true)
            .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors())
            .setBlockedThreadCheckInterval(BLOCKED_MILLIS)
            .setBlockedThreadCheckIntervalUnit(TimeUnit.MILLISECONDS)
            .setMaxEventLoopExecuteTime(BLOCKED_MILLIS)
            .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS);
    return Vertx.vertx(options);
  }

  /** Waits for a future, off the event loops. */
  private static <T> T await(Future<T> future) throws InterruptedException, ExecutionException {
    return future.toCompletionStage().toCompletableFuture().get();
  }
}
