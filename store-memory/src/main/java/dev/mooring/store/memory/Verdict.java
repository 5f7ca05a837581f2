package dev.mooring.store.memory;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.PinWrite.Result;
import org.jspecify.annotations.Nullable;

/** What a write does to the entry that it finds. */
sealed interface Verdict {
  /** What the writer is told. */
  Result result();

  /** The pin is written. */
  record Put(Pin pin, long expiresAt) implements Verdict {
    @Override
    public Result result() {
      return Result.DONE;
    }
  }

  /** The entry goes, and is not remembered. */
  record Drop() implements Verdict {
    @Override
    public Result result() {
      return Result.DONE;
    }
  }

  /** Nothing changes. */
  record Keep(Result result) implements Verdict {}

  /**
   * Judges a write (contract, section 5, "Pins"). A write that the entry already shows is done, so
   * that it can be repeated.
   *
   * @param found the entry of the write's session and model, or null
   * @param now milliseconds since the epoch
   */
  static Verdict of(PinWrite write, @Nullable PinEntry found, long now) {
    PinEntry entry = found == null || found.forgotten(now) ? null : found;
    if (write instanceof PinWrite.Claim claim) {
      return claim(claim, entry, now);
    }
    if (write instanceof PinWrite.Renew renew) {
      return renew(renew, entry, now);
    }
    if (write instanceof PinWrite.Move move) {
      return move(move, entry, now);
    }
    return remove((PinWrite.Remove) write, entry);
  }

  private static Verdict claim(PinWrite.Claim claim, @Nullable PinEntry entry, long now) {
    if (entry == null || !entry.inForce(now)) {
      return new Put(claim.pin(), now + claim.lifetime().toMillis());
    }
    return new Keep(entry.pin().equals(claim.pin()) ? Result.DONE : Result.LOST);
  }

  private static Verdict renew(PinWrite.Renew renew, @Nullable PinEntry entry, long now) {
    if (entry == null || !entry.pin().sameHolder(renew.pin())) {
      return new Keep(Result.LOST);
    }
    long expiresAt = now + renew.lifetime().toMillis();
    return new Put(
        renew.pin(), renew.mayShorten() ? expiresAt : Math.max(expiresAt, entry.expiresAt()));
  }

  private static Verdict move(PinWrite.Move move, @Nullable PinEntry entry, long now) {
    if (entry == null || !entry.inForce(now) || entry.pin().version() == move.expected()) {
      return new Put(move.pin(), now + move.lifetime().toMillis());
    }
    return new Keep(entry.pin().equals(move.pin()) ? Result.DONE : Result.LOST);
  }

  private static Verdict remove(PinWrite.Remove remove, @Nullable PinEntry entry) {
    if (entry == null) {
      return new Keep(Result.DONE);
    }
    return entry.pin().version() == remove.expected() ? new Drop() : new Keep(Result.LOST);
  }
}
