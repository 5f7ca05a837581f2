package dev.mooring.gateway.simulator;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** The requests that a simulator received. Safe for use by several threads. */
final class RequestLog {
  private final int maxRecorded;
  private final Deque<Exchange> exchanges = new ArrayDeque<>();
  private final List<Waiter> waiters = new CopyOnWriteArrayList<>();

  /** An empty log of at most so many requests. */
  RequestLog(int maxRecorded) {
    this.maxRecorded = maxRecorded;
  }

  /** Adds a request. */
  void add(Exchange exchange) {
    synchronized (this) {
      if (maxRecorded == 0) {
        return;
      }
      exchanges.addLast(exchange);
      if (exchanges.size() > maxRecorded) {
        exchanges.removeFirst();
      }
    }
    changed();
  }

  /** The requests so far, oldest first. */
  synchronized List<ReceivedRequest> snapshot() {
    List<ReceivedRequest> all = new ArrayList<>(exchanges.size());
    exchanges.forEach(exchange -> all.add(exchange.snapshot()));
    return all;
  }

  /** Forgets all requests so far. */
  synchronized void clear() {
    exchanges.clear();
  }

  /** Completes as soon as the requests so far satisfy a condition, perhaps at once. */
  Future<List<ReceivedRequest>> await(Predicate<List<ReceivedRequest>> condition) {
    Promise<List<ReceivedRequest>> promise = Promise.promise();
    waiters.add(new Waiter(condition, promise));
    changed();
    return promise.future();
  }

  /** Looks whether someone waited for what is now so. */
  void changed() {
    if (waiters.isEmpty()) {
      return;
    }
    List<ReceivedRequest> now = snapshot();
    waiters.removeIf(waiter -> waiter.completedBy(now));
  }

  /** Someone who waits. */
  private record Waiter(
      Predicate<List<ReceivedRequest>> condition, Promise<List<ReceivedRequest>> promise) {

    /** Completes, where the condition holds; whether it did. */
    private boolean completedBy(List<ReceivedRequest> now) {
      return condition.test(now) && (promise.tryComplete(now) || promise.future().isComplete());
    }
  }
}
