package dev.mooring.store.redis;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.LimitStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/**
 * Counters in Redis: one script reserves all of a request's amounts or none, by Redis's clock, so
 * that nodes never grant more than a limit together. A second call settles them.
 *
 * <p>What is to be settled while Redis is away waits and is settled when it is back; both that and
 * a repeated call count once, since Redis knows the reservation by its id.
 */
final class RedisLimitStore implements LimitStore {
  private final RedisConnection connection;
  private final Breaker breaker;
  private final LimitKeys keys;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final MissedCalls missed;
  private final RedisScript script = RedisScript.of("limits.lua");

  RedisLimitStore(
      RedisConnection connection,
      Breaker breaker,
      LimitKeys keys,
      InstantSource clock,
      RandomGenerator random,
      MissedCalls missed) {
    this.connection = connection;
    this.breaker = breaker;
    this.keys = keys;
    this.clock = clock;
    this.random = random;
    this.missed = missed;
  }

  @Override
  public CompletionStage<Decision> reserve(String team, List<Charge> charges) {
    String id = id();
    LimitCall call = new LimitCall(keys, "reserve", id, team, clock.instant());
    for (Charge charge : charges) {
      String estimate = charge.estimate() ? "1" : "0";
      call.add(charge, Long.toString(charge.counter().limit()), charge.amount(), estimate);
    }
    return run(call).thenApply(answer -> decision(team, id, charges, answer));
  }

  @Override
  public CompletionStage<Void> charge(String team, List<Charge> charges) {
    LimitCall call = new LimitCall(keys, "charge", id(), team, clock.instant());
    for (Charge charge : charges) {
      call.add(charge, "0", charge.amount(), "0");
    }
    return certain(call);
  }

  /** Sends the script ahead, so that the first request takes one round trip. */
  CompletionStage<Void> loadScript() {
    return script.load(connection);
  }

  private Decision decision(String team, String id, List<Charge> charges, List<String> answer) {
    List<Count> counts = new ArrayList<>(charges.size());
    List<String> steps = new ArrayList<>(charges.size());
    for (int i = 0; i < charges.size(); i++) {
      int at = 2 + 4 * i;
      long used = Long.parseLong(answer.get(at + 1));
      String wait = answer.get(at + 2);
      steps.add(answer.get(at));
      counts.add(
          new Count(
              used,
              Math.max(0, charges.get(i).counter().limit() - used),
              wait.equals("never") ? Count.NEVER : Duration.ofMillis(Long.parseLong(wait)),
              answer.get(at + 3).equals("1")));
    }
    if (answer.get(0).equals("OVER")) {
      return new Decision.Refused(List.copyOf(counts));
    }
    String leaseEnd = answer.get(1);
    return new Decision.Granted(
        used -> settle(team, id, charges, steps, leaseEnd, used), List.copyOf(counts));
  }

  private CompletionStage<Void> settle(
      String team,
      String id,
      List<Charge> charges,
      List<String> steps,
      String leaseEnd,
      List<Long> used) {
    LimitCall call = new LimitCall(keys, "settle", id, team, clock.instant());
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      if (charge.estimate()) {
        call.add(charge, charge.amount() + "|" + steps.get(i), used.get(i), leaseEnd);
      }
    }
    if (call.keys.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return certain(call);
  }

  /** Makes a call now or, where Redis is away, when it is back. */
  private CompletionStage<Void> certain(LimitCall call) {
    return missed.run(() -> run(call).thenAccept(done -> {}));
  }

  private CompletionStage<List<String>> run(LimitCall call) {
    return breaker.run(() -> script.run(connection, call.keys, call.arguments));
  }

  private String id() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }
}
