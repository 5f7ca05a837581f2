package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatedCredential;
import dev.mooring.gateway.simulator.Simulator;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The simulated providers of a run, and what goes wrong with them. */
final class Providers {
  private static final int EVENTS_BEFORE_CUT = 4;

  private final Map<String, Simulator> simulators = new LinkedHashMap<>();
  private final SimulatedTime time;
  private final List<Outage> lasting = new ArrayList<>();

  private Providers(SimulatedTime time) {
    this.time = time;
  }

  /** Starts all of them. */
  static Future<Providers> start(Vertx vertx, SimulatedTime time, long seed) {
    Providers providers = new Providers(time);
    Future<?> started = Future.succeededFuture();
    for (World.Supplier supplier : World.SUPPLIERS) {
      started =
          started
              .compose(
                  before -> Simulator.start(vertx, supplier.simulator(time, seed), time::after))
              .onSuccess(simulator -> providers.simulators.put(supplier.id(), simulator));
    }
    return started.map(all -> providers);
  }

  /** Their origins, by id. */
  Map<String, String> origins() {
    Map<String, String> origins = new LinkedHashMap<>();
    simulators.forEach((id, simulator) -> origins.put(id, simulator.origin()));
    return origins;
  }

  /** Plans what goes wrong. */
  void suffer(FaultScript script) {
    for (Outage outage : script.outages()) {
      time.at(SimulatedTime.START.plus(outage.from()), () -> begins(outage));
      time.at(SimulatedTime.START.plus(outage.until()), () -> ends(outage));
    }
    time.onLeap(this::tellTimeLeft);
  }

  /** Closes all of them. */
  Future<?> close() {
    return Future.join(simulators.values().stream().map(Simulator::close).toList());
  }

  private void begins(Outage outage) {
    lasting.add(outage);
    script();
  }

  private void ends(Outage outage) {
    lasting.remove(outage);
    script();
  }

  /** What is left of a limit's time changes from second to second. */
  private void tellTimeLeft() {
    if (lasting.stream().anyMatch(it -> it.kind() == Outage.Kind.RATE_LIMIT)) {
      script();
    }
  }

  private void script() {
    for (World.Supplier supplier : World.SUPPLIERS) {
      Simulator simulator = Objects.requireNonNull(simulators.get(supplier.id()));
      for (String id : supplier.credentials()) {
        SimulatedCredential credential = simulator.credential(id).clearFaults();
        lasting.stream()
            .filter(outage -> outage.concerns(supplier.id(), id))
            .map(this::fault)
            .forEach(credential::fault);
      }
    }
  }

  private Fault fault(Outage outage) {
    return switch (outage.kind()) {
      case RATE_LIMIT -> {
        Duration left = Duration.between(time.instant(), SimulatedTime.START.plus(outage.until()));
        yield Fault.rateLimited((int) Math.max(1, (left.toMillis() + 999) / 1000)).always();
      }
      case ERROR -> Fault.status(503).always();
      case REJECT -> Fault.status(401).always();
      case SLOW -> Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, Outage.Kind.SLOWNESS).always();
      case SILENT -> Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, Outage.Kind.SILENCE).always();
      case CUT -> Fault.of(FaultKind.CLOSE_AFTER_EVENTS, EVENTS_BEFORE_CUT);
    };
  }
}
