package dev.mooring.gateway.simulator;

import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A simulator that runs for one test. */
final class RunningSimulator implements BeforeEachCallback, AfterEachCallback {
  private final Vertx vertx = Vertx.vertx();
  private final SimulatorConfig config;
  private Simulator simulator;
  private SimulatorCalls calls;

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
    simulator =
        Simulator.start(vertx, config)
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
    calls = new SimulatorCalls(simulator);
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  /** Calls of it. */
  SimulatorCalls calls() {
    return calls;
  }

  /** The event loops that it runs on. */
  Vertx vertx() {
    return vertx;
  }

  /** The simulator itself. */
  Simulator simulator() {
    return simulator;
  }

  /** The request that it received last. */
  ReceivedRequest last() {
    return simulator.requests().get(simulator.requests().size() - 1);
  }
}
