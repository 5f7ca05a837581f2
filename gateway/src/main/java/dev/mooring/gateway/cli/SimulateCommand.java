package dev.mooring.gateway.cli;

import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code simulate}: runs a simulated provider until the process is ended. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description =
        "Runs a simulated provider: the usual chat APIs with a prompt cache, no keys needed.")
final class SimulateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--port", required = true, paramLabel = "N", description = "0 for any free one.")
  private int port;

  @Option(names = "--host", paramLabel = "HOST", description = "Default: 127.0.0.1.")
  private String host = "127.0.0.1";

  @Option(
      names = "--key",
      paramLabel = "ID=SECRET[:SCOPE]",
      description = "A credential; may be repeated. Without any, every key is accepted.")
  private List<String> keys = new ArrayList<>();

  @Option(names = "--latency", paramLabel = "MS", description = "Milliseconds to the first byte.")
  private long latency;

  @Option(
      names = "--tokens-per-second",
      paramLabel = "N",
      description = "The speed of output. Default: as fast as possible.")
  private double tokensPerSecond;

  @Option(
      names = "--prefill-tokens-per-second",
      paramLabel = "N",
      description = "The speed of reading uncached input. Default: as fast as possible.")
  private double prefillTokensPerSecond;

  @Option(
      names = "--output-tokens",
      paramLabel = "N",
      description = "Words an answer. Default: 20.")
  private int outputTokens = SimulatorConfig.DEFAULTS.reply().outputTokens();

  @Option(
      names = "--min-cache-tokens",
      paramLabel = "N",
      description = "The shortest prefix that is cached. Default: 1024.")
  private int minCacheTokens = SimulatorConfig.DEFAULTS.cache().minTokens();

  @Option(names = "--seed", paramLabel = "N", description = "Default: 1.")
  private long seed = SimulatorConfig.DEFAULTS.seed();

  @Option(names = "--fast", description = "For load tests: prepared answers, no cache, no record.")
  private boolean fast;

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description = "Faults to begin with, in YAML or JSON.")
  private @Nullable Path scenario;

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch stop = new CountDownLatch(1);
    Signals.onceThenDefault("TERM", stop::countDown);
    Signals.onceThenDefault("INT", stop::countDown);
    Vertx vertx = Vertx.vertx();
    try {
      List<String> faults = scenario == null ? List.of() : ScenarioFile.faults(scenario);
      Simulator simulator =
          Simulator.start(vertx, config()).toCompletionStage().toCompletableFuture().get();
      faults.forEach(simulator::addFault);
      spec.commandLine().getOut().println("Simulated provider on " + simulator.origin());
      spec.commandLine().getOut().flush();
    } catch (IOException | IllegalArgumentException | ExecutionException failure) {
      Throwable cause = failure instanceof ExecutionException ? failure.getCause() : failure;
      spec.commandLine().getErr().println(cause == null ? failure : cause.getMessage());
      vertx.close().toCompletionStage().toCompletableFuture().join();
      return 1;
    }
    stop.await();
    vertx.close().toCompletionStage().toCompletableFuture().join();
    return 0;
  }

  /** The configuration that the options make. */
  private SimulatorConfig config() {
    SimulatorConfig config =
        SimulatorConfig.DEFAULTS
            .withAddress(host, port)
            .withSeed(seed)
            .withReply(SimulatorConfig.DEFAULTS.reply().withOutputTokens(outputTokens))
            .withCache(SimulatorConfig.DEFAULTS.cache().withMinTokens(minCacheTokens));
    List<SimulatedKey> all =
        keys.isEmpty() ? config.keys() : keys.stream().map(SimulateCommand::key).toList();
    config =
        config.withKeys(
            all.stream()
                .map(key -> key.withLatency(Duration.ofMillis(latency), Duration.ZERO))
                .map(key -> key.withSpeed(tokensPerSecond, prefillTokensPerSecond))
                .toList());
    if (keys.isEmpty()) {
      config = config.acceptingAnyKey();
    }
    return fast ? config.asFast() : config;
  }

  /** Reads {@code id=secret} or {@code id=secret:scope}. */
  static SimulatedKey key(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new IllegalArgumentException("--key: " + text + " (expected: id=secret[:scope])");
    }
    String id = text.substring(0, equals);
    String secret = text.substring(equals + 1);
    int colon = secret.lastIndexOf(':');
    return colon < 0
        ? SimulatedKey.of(id, secret)
        : SimulatedKey.of(id, secret.substring(0, colon)).inScope(secret.substring(colon + 1));
  }
}
