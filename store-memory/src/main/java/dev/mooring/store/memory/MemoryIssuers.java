package dev.mooring.store.memory;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.IssuerStore.Issuer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The issuers of ids, each for {@link IssuerStore#LIFETIME} from its last write. */
final class MemoryIssuers {
  private static final int FORGOTTEN_PER_WRITE = 4;

  private final InstantSource clock;
  private final WriteOrder<Entry> order;
  private final Map<String, Entry> issuers = new ConcurrentHashMap<>();

  MemoryIssuers(InstantSource clock, WriteOrder<Entry> order) {
    this.clock = clock;
    this.order = order;
  }

  /** An id's issuer as it was last written. */
  static final class Entry extends WriteOrder.Entry<Entry> {
    private final String idHash;
    private final Issuer issuer;
    private final long expiresAt;

    Entry(String idHash, Issuer issuer, long expiresAt) {
      super(idHash, issuer.provider(), issuer.credential(), issuer.cacheScope());
      this.idHash = idHash;
      this.issuer = issuer;
      this.expiresAt = expiresAt;
    }

    String idHash() {
      return idHash;
    }

    Issuer issuer() {
      return issuer;
    }

    /** Milliseconds since the epoch. */
    long expiresAt() {
      return expiresAt;
    }
  }

  @Nullable Issuer issuer(List<String> idHashes) {
    long now = clock.millis();
    for (String idHash : idHashes) {
      Entry entry = issuers.get(idHash);
      if (entry != null && now < entry.expiresAt) {
        return entry.issuer;
      }
    }
    return null;
  }

  void remember(List<String> idHashes, Issuer issuer) {
    long now = clock.millis();
    for (String idHash : idHashes) {
      Entry written = new Entry(idHash, issuer, now + IssuerStore.LIFETIME.toMillis());
      issuers.compute(
          idHash,
          (hash, before) -> {
            order.replace(before, written);
            return written;
          });
      dropSurplus();
      dropForgotten(now);
    }
  }

  /** Takes an issuer of a former run of this program, as the last that was written. */
  void restore(Entry entry) {
    issuers.put(entry.idHash, entry);
    order.restore(entry);
    dropSurplus();
  }

  private void dropSurplus() {
    for (Entry entry = order.surplus(); entry != null; entry = order.surplus()) {
      drop(entry);
    }
  }

  private void dropForgotten(long now) {
    for (int i = 0; i < FORGOTTEN_PER_WRITE; i++) {
      Entry eldest = order.eldest();
      if (eldest == null || now < eldest.expiresAt) {
        return;
      }
      drop(eldest);
    }
  }

  /** Drops an entry, unless another has taken its place meanwhile. */
  private void drop(Entry entry) {
    issuers.computeIfPresent(
        entry.idHash,
        (hash, current) -> {
          if (current != entry) {
            return current;
          }
          order.remove(entry);
          return null;
        });
  }
}
