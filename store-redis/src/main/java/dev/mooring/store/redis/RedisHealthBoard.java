package dev.mooring.store.redis;

import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The board as a hash in Redis that is read twice a second or oftener as soon as somebody listens,
 * on one event loop of a node. Polling is chosen over publish/subscribe because nothing can be
 * missed: a node that was cut off, a fail-over or a new node needs no special care.
 */
final class RedisHealthBoard implements HealthBoard {
  /** The longest time between two polls. */
  static final Duration POLL_EVERY = Duration.ofMillis(400);

  private static final Logger log = LoggerFactory.getLogger(RedisHealthBoard.class);

  /** How far the ends of one cool-down may differ between two polls without being a change. */
  private static final Duration SAME = Duration.ofMillis(250);

  private final RedisConnection connection;
  private final Breaker breaker;
  private final PinKeys keys;
  private final Later later;
  private final InstantSource clock;
  private final RedisScript script = RedisScript.of("cooldowns.lua");
  private final List<Consumer<List<CoolDown>>> listeners = new CopyOnWriteArrayList<>();
  private final Map<Subject, Told> untold = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> heard = new CompletableFuture<>();
  private volatile Map<Subject, Told> last = Map.of();
  private final AtomicBoolean polling = new AtomicBoolean();
  private volatile boolean closed;

  /** A cool-down by the time at which it ends here. */
  private record Told(CoolDown coolDown, Instant end) {
    boolean sameAs(Told other) {
      return coolDown.reason().equals(other.coolDown.reason())
          && Duration.between(end, other.end).abs().compareTo(SAME) < 0;
    }
  }

  RedisHealthBoard(
      RedisConnection connection, Breaker breaker, PinKeys keys, Later later, InstantSource clock) {
    this.connection = connection;
    this.breaker = breaker;
    this.keys = keys;
    this.later = later;
    this.clock = clock;
  }

  @Override
  public CompletionStage<Void> report(CoolDown coolDown) {
    List<String> arguments =
        List.of(
            "report",
            name(coolDown.subject()),
            Long.toString(Math.max(1, coolDown.remaining().toMillis())),
            coolDown.reason());
    Told told = new Told(coolDown, clock.instant().plus(coolDown.remaining()));
    untold.put(coolDown.subject(), told);
    return breaker
        .run(() -> script.run(connection, List.of(keys.coolDowns()), arguments))
        .thenAccept(done -> untold.remove(coolDown.subject(), told));
  }

  @Override
  public CompletionStage<Void> clear(Subject subject) {
    untold.remove(subject);
    String name = name(subject);
    return breaker
        .run(
            () ->
                connection
                    .call(redis -> redis.hdel(keys.coolDowns(), name))
                    .thenCompose(done -> connection.call(redis -> redis.unlink(keys.probe(name)))))
        .thenAccept(done -> {});
  }

  @Override
  public void subscribe(Consumer<List<CoolDown>> listener) {
    listeners.add(listener);
    listener.accept(snapshot(last));
    if (polling.compareAndSet(false, true)) {
      connection.opened().thenRun(this::poll);
    }
  }

  @Override
  public CompletionStage<Void> heard() {
    return heard.minimalCompletionStage();
  }

  @Override
  public CompletionStage<Boolean> tryProbe(Subject subject, Duration lease) {
    SetArgs once = SetArgs.Builder.nx().px(lease.toMillis());
    return breaker
        .run(() -> connection.call(redis -> redis.set(keys.probe(name(subject)), "1", once)))
        .thenApply("OK"::equals);
  }

  @Override
  public void close() {
    closed = true;
  }

  private void poll() {
    if (closed) {
      return;
    }
    breaker
        .run(() -> script.run(connection, List.of(keys.coolDowns()), List.of("list")))
        .whenComplete(
            (found, failure) -> {
              if (failure == null) {
                hear(found);
                heard.complete(null);
                untold.values().forEach(this::tellAgain);
              }
              later.run(POLL_EVERY, this::poll);
            });
  }

  private void hear(List<String> found) {
    Instant now = clock.instant();
    Map<Subject, Told> heard = new ConcurrentHashMap<>();
    for (int i = 0; i + 2 < found.size(); i += 3) {
      List<String> names = PinCodec.split(found.get(i));
      Duration remaining = Duration.ofMillis(Long.parseLong(found.get(i + 1)));
      Subject subject = new Subject(names.get(0), names.get(1), names.get(2));
      CoolDown coolDown = new CoolDown(subject, found.get(i + 2), remaining);
      heard.put(subject, new Told(coolDown, now.plus(remaining)));
    }
    boolean changed = !same(heard, last);
    last = heard;
    if (changed) {
      List<CoolDown> all = snapshot(heard);
      listeners.forEach(listener -> tell(listener, all));
    }
  }

  private void tellAgain(Told told) {
    Duration remaining = Duration.between(clock.instant(), told.end());
    CoolDown coolDown = told.coolDown();
    untold.remove(coolDown.subject(), told);
    if (remaining.toMillis() > 0) {
      report(new CoolDown(coolDown.subject(), coolDown.reason(), remaining))
          .whenComplete(
              (done, failure) -> {
                if (failure != null) {
                  log.debug("Redis: a cool-down was not told", failure);
                }
              });
    }
  }

  private List<CoolDown> snapshot(Map<Subject, Told> told) {
    Instant now = clock.instant();
    List<CoolDown> all = new ArrayList<>(told.size());
    for (Told each : told.values()) {
      Duration remaining = Duration.between(now, each.end());
      if (remaining.toMillis() > 0) {
        all.add(new CoolDown(each.coolDown().subject(), each.coolDown().reason(), remaining));
      }
    }
    return List.copyOf(all);
  }

  private static void tell(Consumer<List<CoolDown>> listener, List<CoolDown> all) {
    try {
      listener.accept(all);
    } catch (RuntimeException e) {
      log.error("A listener of cool-downs failed", e);
    }
  }

  private static boolean same(Map<Subject, Told> one, Map<Subject, Told> other) {
    return one.size() == other.size()
        && one.entrySet().stream()
            .allMatch(
                entry -> {
                  Told was = other.get(entry.getKey());
                  return was != null && was.sameAs(entry.getValue());
                });
  }

  private static String name(Subject subject) {
    return PinCodec.join(subject.provider(), subject.credential(), subject.model());
  }
}
