package dev.mooring.gateway.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A credential of a running simulator, to be scripted by a test. Safe for use by several threads.
 */
public final class SimulatedCredential {
  private final SimulatedKey key;
  private final IssuedState issued;
  private final List<Scripted<Fault>> faults = new ArrayList<>();
  private final List<Scripted<Reply>> replies = new ArrayList<>();
  private int issuedIds;
  private Instant windowStart = Instant.EPOCH;
  private int usedInWindow;

  /** A credential without faults. */
  SimulatedCredential(SimulatedKey key, IssuedState issued) {
    this.key = key;
    this.issued = issued;
  }

  /** Its id. */
  public String id() {
    return key.id();
  }

  /** Queues a fault behind those that are there; each request meets at most one. */
  public synchronized SimulatedCredential fault(Fault fault) {
    faults.add(new Scripted<>(fault, fault.times()));
    return this;
  }

  /** Takes all faults back. */
  public synchronized SimulatedCredential clearFaults() {
    faults.clear();
    return this;
  }

  /** Queues what the next so many generating requests are answered. */
  public synchronized SimulatedCredential reply(Reply reply, int times) {
    replies.add(new Scripted<>(reply, times));
    return this;
  }

  /** The id of a new conversation that only this credential's scope knows. */
  public String issueConversation() {
    return issue("conv_");
  }

  /** The id of a new uploaded file that only this credential's scope may use. */
  public String issueFile() {
    return issue("file-");
  }

  /** Its fixed properties. */
  SimulatedKey key() {
    return key;
  }

  /** The fault that strikes a request, or null; it is then used once. */
  synchronized @Nullable Fault takeFault(SimulatedApi api, String model, boolean streamed) {
    for (Iterator<Scripted<Fault>> each = faults.iterator(); each.hasNext(); ) {
      Scripted<Fault> scripted = each.next();
      if (scripted.value.strikes(api, model, streamed)) {
        if (scripted.useUp()) {
          each.remove();
        }
        return scripted.value;
      }
    }
    return null;
  }

  /** What the next request is answered. */
  synchronized Reply takeReply(Reply otherwise) {
    if (replies.isEmpty()) {
      return otherwise;
    }
    Scripted<Reply> first = replies.get(0);
    if (first.useUp()) {
      replies.remove(0);
    }
    return first.value;
  }

  /** Counts a request; the seconds to wait where it is one too many, else -1. */
  synchronized long countRequest(Instant now) {
    SimulatedKey.RateLimit limit = key.rateLimit();
    if (limit == null) {
      return -1;
    }
    if (!now.isBefore(windowStart.plus(limit.window()))) {
      windowStart = now;
      usedInWindow = 0;
    }
    if (usedInWindow >= limit.requests()) {
      Duration left = Duration.between(now, windowStart.plus(limit.window()));
      return Math.max(1, (left.toMillis() + 999) / 1000);
    }
    usedInWindow++;
    return -1;
  }

  /** The requests left in this window. */
  synchronized int remainingRequests() {
    SimulatedKey.RateLimit limit = key.rateLimit();
    return limit == null ? limitOrDefault() - 1 : limit.requests() - usedInWindow;
  }

  /** The requests of a window. */
  int limitOrDefault() {
    SimulatedKey.RateLimit limit = key.rateLimit();
    return limit == null ? 10_000 : limit.requests();
  }

  private synchronized String issue(String prefix) {
    String id = prefix + key.id() + "_" + ++issuedIds;
    issued.keep(id, key.cacheScope(), List.of());
    return id;
  }

  /** Something to use so many times. */
  private static final class Scripted<T> {
    private final T value;
    private int left;

    private Scripted(T value, int times) {
      this.value = value;
      this.left = times;
    }

    /** Uses it once; whether that was the last time. */
    private boolean useUp() {
      if (left != Integer.MAX_VALUE) {
        left--;
      }
      return left <= 0;
    }
  }
}
