package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.Surroundings;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.evaluate.TurnResult.Holder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Plays traffic through nodes under one policy, while one script of faults goes on. */
final class Run {
  /** How often a client sends a turn whose stream broke, and how long it takes a breath before. */
  private static final int TRIES = 3;

  private static final Duration BREATH = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final SimulatedTime time;
  private final RunStore store;
  private final Setting setting;
  private final Runnable onTurn;
  private final TurnClient client;
  private final Surroundings surroundings;
  private final Tally tally = new Tally();
  private final List<Gateway> nodes = new ArrayList<>();
  private final Map<String, Deque<Turn>> lanes = new LinkedHashMap<>();
  private final Map<String, Holder> holders = new HashMap<>();
  private final Map<String, Holder> homes = new HashMap<>();
  private final List<Arrival> arrivals = new ArrayList<>();
  private final List<Future<?>> ended = new ArrayList<>();
  private int sent;

  /**
   * What is played.
   *
   * @param nodes how many, at least 1
   * @param store where the nodes keep their pins
   */
  record Setting(
      Traffic traffic,
      Policy policy,
      FaultScript faults,
      int nodes,
      StoreChoice store,
      long seed) {}

  /**
   * What came of it.
   *
   * @param homes who served the first turn of each conversation, by lane and model
   * @param arrivals of the turns that were answered, in the order of their answers
   */
  record Played(Totals totals, Map<String, Holder> homes, List<Arrival> arrivals) {}

  private Run(Vertx vertx, SimulatedTime time, RunStore store, Setting setting, Runnable onTurn) {
    this.vertx = vertx;
    this.time = time;
    this.store = store;
    this.setting = setting;
    this.onTurn = onTurn;
    this.surroundings = new Surroundings(time, new Random(setting.seed()), time);
    this.client = new TurnClient(vertx, time, setting.policy());
  }

  /**
   * Plays, on the one event loop of {@code vertx}.
   *
   * @param onTurn called after each turn
   */
  static Future<Played> play(Vertx vertx, Setting setting, Runnable onTurn) {
    SimulatedTime time = SimulatedTime.on(vertx);
    return Future.all(
            Providers.start(vertx, time, setting.seed()),
            setting.store().open(vertx, setting.faults()))
        .compose(
            both -> {
              Providers providers = both.resultAt(0);
              Run run = new Run(vertx, time, both.resultAt(1), setting, onTurn);
              GatewayConfig config = run.config(providers, "30s");
              return run.start(config)
                  .compose(started -> run.turns(config, providers))
                  .eventually(run::close)
                  .eventually(providers::close);
            });
  }

  /** The configuration of nodes that let requests finish for so long when they end. */
  private GatewayConfig config(Providers providers, String drain) {
    return World.gateway(setting.policy(), providers.origins(), store.yaml(), drain);
  }

  private Future<?> start(GatewayConfig config) {
    Future<?> started = Future.succeededFuture();
    for (int i = 0; i < setting.nodes(); i++) {
      started =
          started
              .compose(before -> Gateway.start(vertx, config, surroundings))
              .onSuccess(nodes::add);
    }
    return started;
  }

  private Future<Played> turns(GatewayConfig config, Providers providers) {
    providers.suffer(setting.faults());
    GatewayConfig atOnce = config(providers, "0s");
    for (FaultScript.NodeEnd end : setting.faults().ends()) {
      time.at(
          SimulatedTime.START.plus(end.at()),
          () -> {
            if (end.replaced()) {
              replace(config, end.node() - 1);
            } else {
              kill(end.node() - 1, atOnce);
            }
          });
    }
    setting.faults().redis().forEach(this::suffer);
    for (Turn turn : setting.traffic().turns()) {
      lanes.computeIfAbsent(turn.lane(), lane -> new ArrayDeque<>()).add(turn);
    }
    lanes.values().forEach(lane -> plan(config, lane));
    return time.run()
        .map(over -> new Played(tally.totals(), Map.copyOf(homes), List.copyOf(arrivals)));
  }

  /** Plans what goes wrong with Redis; time stands still until it is emptied, or in use again. */
  private void suffer(RedisFault fault) {
    Instant from = SimulatedTime.START.plus(fault.from());
    switch (fault.kind()) {
      case EMPTY -> time.at(from, () -> meanwhile(store.empty()));
      case PAUSE -> {
        time.at(from, store::pause);
        time.at(
            SimulatedTime.START.plus(fault.until()),
            () -> meanwhile(store.resume(nodes.stream().map(Gateway::managementPort).toList())));
      }
    }
  }

  private void meanwhile(Future<?> happening) {
    time.began();
    ended.add(happening.onComplete(over -> time.ended()));
  }

  private void plan(GatewayConfig config, Deque<Turn> lane) {
    Turn next = lane.poll();
    if (next != null) {
      time.at(
          SimulatedTime.START.plus(next.start()),
          () -> {
            time.began();
            send(config, next, lane, 1);
          });
    }
  }

  private void send(GatewayConfig config, Turn turn, Deque<Turn> lane, int tries) {
    Instant start = time.instant();
    int port = nodes.get(sent++ % nodes.size()).apiPort();
    client
        .send(turn, port)
        .onSuccess(
            result -> {
              if (again(result) && tries < TRIES) {
                tally.broke();
                time.after(vertx, BREATH, () -> send(config, turn, lane, tries + 1));
                return;
              }
              take(config, turn, result, start, tries > 1);
              time.ended();
              onTurn.run();
              plan(config, lane);
            });
  }

  /** Whether a client sends a turn anew: its stream broke, or its connection is gone. */
  private static boolean again(TurnResult result) {
    return result instanceof TurnResult.Broken
        || (result instanceof TurnResult.Refused refused && refused.status() == 0);
  }

  /** Ends a node at once, unless it is the last; time stands still meanwhile. */
  private void kill(int index, GatewayConfig atOnce) {
    if (nodes.size() < 2 || index >= nodes.size()) {
      return;
    }
    Gateway node = nodes.remove(index);
    node.apply(atOnce);
    meanwhile(node.drainAndClose());
  }

  /** Starts a node in the place of another, which then finishes what it serves. */
  private void replace(GatewayConfig config, int index) {
    if (index >= nodes.size()) {
      return;
    }
    meanwhile(
        Gateway.start(vertx, config, surroundings)
            .onSuccess(started -> ended.add(nodes.set(index, started).drainAndClose())));
  }

  private void take(
      GatewayConfig config, Turn turn, TurnResult result, Instant start, boolean again) {
    if (result instanceof TurnResult.Answered answer) {
      Price price = Objects.requireNonNull(config.models().get(turn.model())).price();
      tally.answered(turn, answer, Objects.requireNonNull(price));
      Duration sentAt = Duration.between(SimulatedTime.START, start);
      arrivals.add(Arrival.of(turn, sentAt, again));
      Holder before = holders.put(SharedPrefixes.name(turn), answer.holder());
      homes.putIfAbsent(SharedPrefixes.name(turn), answer.holder());
      if (before != null && !before.equals(answer.holder())) {
        tally.moved(reason(answer));
      }
    } else {
      Duration from = Duration.between(SimulatedTime.START, start);
      Duration until = Duration.between(SimulatedTime.START, time.instant());
      tally.failed(setting.faults().somebodyServes(turn.model(), from, until));
    }
  }

  private static String reason(TurnResult.Answered answer) {
    if (answer.failures().isEmpty()) {
      return answer.outcome();
    }
    int last = answer.failures().get(0);
    return last == 0 ? "connection" : "status " + last;
  }

  private Future<?> close() {
    return client
        .close()
        .eventually(() -> Future.join(ended))
        .eventually(() -> Future.join(nodes.stream().map(Gateway::drainAndClose).toList()))
        .eventually(store::close);
  }
}
