package dev.mooring.store.memory;

import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The pins of all sessions. A session's pins are an immutable map that each write replaces: readers
 * take no lock, writers that of their session's bin.
 */
final class MemoryPins {
  private static final int FORGOTTEN_PER_WRITE = 4;

  private final InstantSource clock;
  private final int maxModels;
  private final WriteOrder<PinEntry> order;
  private final Map<SessionKey, Map<String, PinEntry>> sessions = new ConcurrentHashMap<>();

  MemoryPins(InstantSource clock, int maxModels, WriteOrder<PinEntry> order) {
    if (maxModels < 1) {
      throw new IllegalArgumentException("maxModels: " + maxModels + " (expected: positive)");
    }
    this.clock = clock;
    this.maxModels = maxModels;
    this.order = order;
  }

  List<PinState> read(SessionKey session, List<String> models) {
    long now = clock.millis();
    Map<String, PinEntry> pins = sessions.getOrDefault(session, Map.of());
    List<PinState> states = new ArrayList<>(models.size());
    for (String model : models) {
      states.add(PinEntry.state(pins.get(model), now));
    }
    return states;
  }

  PinWrite.Result write(PinWrite write) {
    long now = clock.millis();
    AtomicReference<PinWrite.Result> result = new AtomicReference<>(PinWrite.Result.LOST);
    sessions.compute(
        write.session(),
        (session, pins) -> {
          Map<String, PinEntry> before = pins == null ? Map.of() : pins;
          Verdict verdict = Verdict.of(write, before.get(write.model()), now);
          result.set(verdict.result());
          return after(before, write, verdict, now);
        });
    dropSurplus();
    dropForgotten(now);
    return result.getPlain();
  }

  /** Takes a pin of a former run of this program, as the last that was written. */
  void restore(PinEntry entry) {
    sessions.compute(
        entry.session(),
        (session, pins) -> {
          order.restore(entry);
          return with(pins == null ? Map.of() : pins, entry);
        });
    dropSurplus();
  }

  /** A session's pins after a write; null where none is left. */
  private @Nullable Map<String, PinEntry> after(
      Map<String, PinEntry> before, PinWrite write, Verdict verdict, long now) {
    if (verdict instanceof Verdict.Put put) {
      PinEntry entry = new PinEntry(write.session(), write.model(), put.pin(), put.expiresAt());
      order.replace(before.get(entry.model()), entry);
      Map<String, PinEntry> pins = with(before, entry);
      evict(pins, now);
      return pins;
    }
    if (verdict instanceof Verdict.Drop) {
      return without(before, write.model());
    }
    return before.isEmpty() ? null : before;
  }

  /** A session's pins with a new one; one alone, as most sessions have, takes the least room. */
  private static Map<String, PinEntry> with(Map<String, PinEntry> before, PinEntry entry) {
    if (before.size() == (before.containsKey(entry.model()) ? 1 : 0)) {
      return Map.of(entry.model(), entry);
    }
    Map<String, PinEntry> pins = new HashMap<>(before);
    pins.put(entry.model(), entry);
    return pins;
  }

  private @Nullable Map<String, PinEntry> without(Map<String, PinEntry> before, String model) {
    Map<String, PinEntry> pins = new HashMap<>(before);
    PinEntry gone = pins.remove(model);
    if (gone != null) {
      order.remove(gone);
    }
    return pins.isEmpty() ? null : pins;
  }

  /** Drops the least recently written of a session's pins that are in force, if too many are. */
  private void evict(Map<String, PinEntry> pins, long now) {
    if (pins.size() <= maxModels
        || pins.values().stream().filter(entry -> entry.inForce(now)).count() <= maxModels) {
      return;
    }
    pins.values().stream()
        .filter(entry -> entry.inForce(now))
        .min(Comparator.comparingLong(PinEntry::stamp))
        .ifPresent(
            eldest -> {
              pins.remove(eldest.model());
              order.remove(eldest);
            });
  }

  private void dropSurplus() {
    for (PinEntry entry = order.surplus(); entry != null; entry = order.surplus()) {
      drop(entry);
    }
  }

  private void dropForgotten(long now) {
    for (int i = 0; i < FORGOTTEN_PER_WRITE; i++) {
      PinEntry eldest = order.eldest();
      if (eldest == null || !eldest.forgotten(now)) {
        return;
      }
      drop(eldest);
    }
  }

  /** Drops an entry, unless another has taken its place meanwhile. */
  private void drop(PinEntry entry) {
    sessions.computeIfPresent(
        entry.session(),
        (session, pins) -> pins.get(entry.model()) == entry ? without(pins, entry.model()) : pins);
  }
}
