package dev.mooring.store.redis;

import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The writes that Redis missed, by session and model, in the order in which they were issued;
 * neighbours that one write can stand for are folded. Bounded: renewals go first, then the oldest.
 */
final class MissedWrites {
  /** The most writes that wait. */
  static final int DEFAULT_LIMIT = 20_000;

  /** What the writes of one pin have in common. */
  private record Key(SessionKey session, String model) {}

  private final InstantSource clock;
  private final int limit;
  private final Map<Key, Deque<MissedWrite>> waiting = new LinkedHashMap<>();
  private final Set<Key> renewals = new LinkedHashSet<>();
  private int size;
  private long dropped;
  private long lapsed;

  MissedWrites(InstantSource clock, int limit) {
    this.clock = clock;
    this.limit = limit;
  }

  /** Keeps a write that was issued after all that wait. */
  synchronized void add(PinWrite write) {
    Key key = new Key(write.session(), write.model());
    MissedWrite missed = MissedWrite.of(write, clock.instant());
    Deque<MissedWrite> line = waiting.computeIfAbsent(key, k -> new ArrayDeque<>(2));
    Optional<MissedWrite> folded = line.isEmpty() ? Optional.empty() : line.getLast().then(missed);
    if (folded.isPresent()) {
      line.removeLast();
      size--;
    }
    line.addLast(folded.orElse(missed));
    size++;
    settle(key, line);
  }

  /** Keeps a write that was taken and could not be given, before all of its pin that wait. */
  synchronized void putBack(PinWrite write) {
    Key key = new Key(write.session(), write.model());
    Deque<MissedWrite> line = waiting.computeIfAbsent(key, k -> new ArrayDeque<>(2));
    line.addFirst(MissedWrite.of(write, clock.instant()));
    size++;
    settle(key, line);
  }

  /** Takes the writes of up to {@code pins} pins, the oldest first, with the lifetime left. */
  synchronized List<PinWrite> take(int pins) {
    Instant now = clock.instant();
    List<PinWrite> taken = new ArrayList<>();
    Iterator<Map.Entry<Key, Deque<MissedWrite>>> entries = waiting.entrySet().iterator();
    for (int i = 0; i < pins && entries.hasNext(); i++) {
      Map.Entry<Key, Deque<MissedWrite>> entry = entries.next();
      for (MissedWrite missed : entry.getValue()) {
        size--;
        missed.left(now).ifPresentOrElse(taken::add, () -> lapsed++);
      }
      renewals.remove(entry.getKey());
      entries.remove();
    }
    return taken;
  }

  /** Whether writes of this pin wait, so that a newer one must not overtake them. */
  synchronized boolean holds(SessionKey session, String model) {
    return size > 0 && waiting.containsKey(new Key(session, model));
  }

  /** How many writes wait. */
  synchronized int size() {
    return size;
  }

  /** How many were given up because too many waited. */
  synchronized long dropped() {
    return dropped;
  }

  /** How many had no lifetime left when they were taken. */
  synchronized long lapsed() {
    return lapsed;
  }

  private void settle(Key key, Deque<MissedWrite> line) {
    if (line.stream().allMatch(MissedWrite::renewal)) {
      renewals.add(key);
    } else {
      renewals.remove(key);
    }
    while (size > limit) {
      drop(renewals.isEmpty() ? waiting.keySet().iterator().next() : renewals.iterator().next());
    }
  }

  private void drop(Key key) {
    Deque<MissedWrite> line = waiting.remove(key);
    renewals.remove(key);
    if (line != null) {
      size -= line.size();
      dropped += line.size();
    }
  }
}
