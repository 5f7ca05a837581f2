package dev.mooring.gateway.simulator;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A simulator that runs for one test. */
final class RunningSimulator implements BeforeEachCallback, AfterEachCallback {
  private final Vertx vertx = Vertx.vertx();
  private final SimulatorConfig config;
  private @Nullable Simulator running;
  private @Nullable SimulatorCalls calls;

  /** A simulator of these keys. */
  RunningSimulator(SimulatedKey... keys) {
    this(SimulatorConfig.of(keys));
  }

  /** A simulator of this configuration. */
  RunningSimulator(SimulatorConfig config) {
    this.config = config;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    running =
        Simulator.start(vertx, config)
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
    calls = new SimulatorCalls(running);
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  /** Calls of it. */
  SimulatorCalls calls() {
    return Objects.requireNonNull(calls);
  }

  /** The event loops that it runs on. */
  Vertx vertx() {
    return vertx;
  }

  /** The simulator itself. */
  Simulator simulator() {
    return Objects.requireNonNull(running);
  }

  /** The request that it received last. */
  ReceivedRequest last() {
    List<ReceivedRequest> all = simulator().requests();
    return all.get(all.size() - 1);
  }
}
