package dev.mooring.gateway.relay;

import dev.mooring.affinity.SessionKey;
import dev.mooring.gateway.api.Usage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How much of each session's prompt its provider told to have in its cache after the last turn that
 * this node has seen; an estimate, from 0 to 1. Bounded, and safe for many threads.
 */
public final class CachedShares {
  /** The most sessions and models that are remembered; past it the one used least recently goes. */
  static final int LIMIT = 16_384;

  private final Map<Long, Double> shares = new LinkedHashMap<>(16, 0.75f, true);

  /** Nothing is known at first. */
  public CachedShares() {}

  /**
   * A turn ended well. A provider that told neither of reading nor of writing has cached nothing,
   * unless it never tells of writing and could not read yet: then nothing is known.
   *
   * @param model the gateway's id of the model
   * @param mayRead whether the turn before was served by the same candidate
   * @param tellsWrites whether the provider tells what it writes
   */
  void told(SessionKey session, String model, Usage usage, boolean mayRead, boolean tellsWrites) {
    long cached = usage.cacheRead() + usage.cacheWrite();
    synchronized (shares) {
      if (cached > 0 && usage.input() > 0) {
        shares.put(name(session, model), Math.min(1, (double) cached / usage.input()));
      } else if (mayRead || tellsWrites) {
        shares.put(name(session, model), 0.0);
      } else {
        shares.remove(name(session, model));
      }
      if (shares.size() > LIMIT) {
        shares.remove(shares.keySet().iterator().next());
      }
    }
  }

  /** The share of a session's prompt that is in the cache; empty where nothing is known of it. */
  OptionalDouble of(SessionKey session, String model) {
    synchronized (shares) {
      Double share = shares.get(name(session, model));
      return share == null ? OptionalDouble.empty() : OptionalDouble.of(share);
    }
  }

  /** How many are remembered. */
  int size() {
    synchronized (shares) {
      return shares.size();
    }
  }

  /** A name that two may share once in a very long while, which costs one wrong estimate. */
  private static long name(SessionKey session, String model) {
    return session.head() + model.hashCode();
  }
}
