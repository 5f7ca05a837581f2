package dev.mooring.store.memory;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The store of a node that stands alone: pins and issuers in this process, bounded in number and
 * size, the least recently written out first. Pins and issuers have one half of the bounds each, so
 * that neither crowds the other out. Expired pins that are still remembered count.
 *
 * <p>Every call is answered at once; clean-up goes with the writes, a few entries each.
 */
public final class MemoryPinStore implements PinStore, IssuerStore {
  private final WriteOrder<PinEntry> pinOrder;
  private final WriteOrder<MemoryIssuers.Entry> issuerOrder;
  private final MemoryPins pins;
  private final MemoryIssuers issuers;

  /**
   * An empty store.
   *
   * @param clock what lifetimes are measured by
   * @param maxModels how many pins a session has at most; positive
   * @param maxEntries how many entries the store holds at most, half of them pins and half of them
   *     issuers; at least 2
   * @param maxBytes how much memory they are estimated to take at most, shared alike; at least 2
   */
  public MemoryPinStore(InstantSource clock, int maxModels, long maxEntries, long maxBytes) {
    this(clock, maxModels, maxEntries, maxBytes, Journal.none(), Journal.none());
  }

  /** An empty store whose journals hear of every change. */
  MemoryPinStore(
      InstantSource clock,
      int maxModels,
      long maxEntries,
      long maxBytes,
      Journal<PinEntry> pinJournal,
      Journal<MemoryIssuers.Entry> issuerJournal) {
    pinOrder =
        new WriteOrder<>(half("maxEntries", maxEntries), half("maxBytes", maxBytes), pinJournal);
    issuerOrder = new WriteOrder<>(maxEntries / 2, maxBytes / 2, issuerJournal);
    pins = new MemoryPins(clock, maxModels, pinOrder);
    issuers = new MemoryIssuers(clock, issuerOrder);
  }

  @Override
  public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
    return CompletableFuture.completedStage(pins.read(session, models));
  }

  @Override
  public CompletionStage<PinWrite.Result> write(PinWrite write) {
    return CompletableFuture.completedStage(pins.write(write));
  }

  @Override
  public CompletionStage<@Nullable Issuer> issuer(List<String> idHashes) {
    return CompletableFuture.completedStage(issuers.issuer(idHashes));
  }

  @Override
  public CompletionStage<Void> remember(List<String> idHashes, Issuer issuer) {
    issuers.remember(idHashes, issuer);
    return CompletableFuture.completedStage(null);
  }

  /** Takes a pin that the journal knows already; the eldest first. */
  void restore(PinEntry entry) {
    pins.restore(entry);
  }

  /** Takes an issuer that the journal knows already; the eldest first. */
  void restore(MemoryIssuers.Entry entry) {
    issuers.restore(entry);
  }

  /** Tells the journals of everything that is held. */
  void retell() {
    pinOrder.retell();
    issuerOrder.retell();
  }

  /** How many pins are held, those included that are only remembered as expired. */
  public long pins() {
    return pinOrder.entries();
  }

  /** The memory that the pins are estimated to take, in bytes. */
  public long pinBytes() {
    return pinOrder.bytes();
  }

  /** How many issuers are held. */
  public long issuers() {
    return issuerOrder.entries();
  }

  /** The memory that the issuers are estimated to take, in bytes. */
  public long issuerBytes() {
    return issuerOrder.bytes();
  }

  /** Half of a bound. */
  private static long half(String name, long bound) {
    if (bound < 2) {
      throw new IllegalArgumentException(name + ": " + bound + " (expected: at least 2)");
    }
    return bound / 2;
  }

  /** Does nothing: there is nothing to give back. */
  @Override
  public void close() {}
}
