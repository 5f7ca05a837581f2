package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.relay.Waits;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/**
 * Time that passes only while nothing else can happen: it stands still while a request is on its
 * way, and leaps to the next event once every running request waits. Used on one event loop, on
 * which everything runs that lives by it; the present may be asked for from anywhere.
 */
final class SimulatedTime implements InstantSource, Waits {
  /** When it begins. */
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * The rounds of the event loop after which all that was written has been read: from a provider to
   * the gateway, and on to the client, with some to spare.
   */
  private static final int ROUNDS = 5;

  private final EventLoop loop;
  private final PriorityQueue<Due> events = new PriorityQueue<>();
  private final Promise<Void> over = Promise.promise();
  private volatile Instant now = START;
  private long sequence;
  private Runnable afterLeap = () -> {};
  private int running;
  private int waiting;
  private int roundsLeft;
  private boolean settling;

  private SimulatedTime(EventLoop loop) {
    this.loop = loop;
  }

  /** Time on the one event loop there is. */
  static SimulatedTime on(Vertx vertx) {
    return new SimulatedTime(((ContextInternal) vertx.getOrCreateContext()).nettyEventLoop());
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public long nanoTime() {
    return Duration.between(START, now).toNanos();
  }

  /** Begins; completes when nothing is left to happen. */
  Future<Void> run() {
    settle();
    return over.future();
  }

  /** Plans an event; at once where its time has passed. */
  void at(Instant when, Runnable event) {
    events.add(new Due(when.isBefore(now) ? now : when, sequence++, false, event));
  }

  /** Has something done after each leap, before the event. */
  void onLeap(Runnable action) {
    afterLeap = action;
  }

  /**
   * Plans the time-out of a running request, which is no wait of its own: whom it waits for is at
   * work, or waits itself.
   */
  @Override
  public Runnable timeout(Vertx vertx, Duration length, Runnable then) {
    Due due = due(vertx, length, false, then);
    return () -> events.remove(due);
  }

  /** A running request waits for so long; running what is returned calls it off. */
  @Override
  public Runnable after(Vertx vertx, Duration length, Runnable then) {
    Due due = due(vertx, length, true, then);
    waiting++;
    settle();
    return () -> {
      if (events.remove(due)) {
        waiting--;
      }
    };
  }

  private Due due(Vertx vertx, Duration length, boolean waited, Runnable then) {
    Context context = vertx.getOrCreateContext();
    Due due =
        new Due(
            now.plus(length), sequence++, waited, () -> context.runOnContext(unused -> then.run()));
    events.add(due);
    return due;
  }

  /** A request begins to run. */
  void began() {
    running++;
  }

  /** A request is over. */
  void ended() {
    running--;
    settle();
  }

  /** Looks again once all that is under way has arrived. */
  private void settle() {
    roundsLeft = ROUNDS;
    if (!settling) {
      settling = true;
      nextRound();
    }
  }

  private void nextRound() {
    var unused = loop.schedule(this::round, 1, TimeUnit.NANOSECONDS);
  }

  private void round() {
    if (--roundsLeft > 0) {
      nextRound();
      return;
    }
    settling = false;
    if (waiting >= running) {
      leap();
    }
  }

  private void leap() {
    Due next = events.poll();
    if (next == null) {
      over.tryComplete();
      return;
    }
    now = next.when();
    afterLeap.run();
    if (next.waited()) {
      waiting--;
    }
    next.event().run();
    settle();
  }

  /** An event to come, in order of time and then of planning. */
  private record Due(Instant when, long sequence, boolean waited, Runnable event)
      implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = when.compareTo(other.when);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }
}
