package dev.mooring.gateway.wire;

import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A gateway before two providers, {@code a} and {@code b}, with one credential each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TwoAccounts {
  private final String config;
  Wire wire;
  Turns turns;

  /** Takes the configuration, in which {@code @0} and {@code @1} stand for the providers. */
  @SuppressWarnings("NullAway.Init") // made by start, before any test
  TwoAccounts(String config) {
    this.config = config;
  }

  @BeforeAll
  void start() {
    wire =
        Wire.of(
            config,
            SimulatorConfig.of(SimulatedKey.of("a1", "ka1")),
            SimulatorConfig.of(SimulatedKey.of("b1", "kb1")));
    turns = new Turns(wire);
  }

  @BeforeEach
  void forget() {
    turns.forget(0, "a1");
    turns.forget(1, "b1");
  }

  @AfterAll
  void stop() {
    wire.close();
  }
}
