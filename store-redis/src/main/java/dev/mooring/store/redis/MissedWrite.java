package dev.mooring.store.redis;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A write that Redis missed, and until when it is worth anything.
 *
 * @param write the write as it was
 * @param deadline when the pin that it writes would have ended; for a removal, when no pin that it
 *     could remove is left
 */
record MissedWrite(PinWrite write, Instant deadline) {
  /** The longest that any pin lasts (contract, section 5, "Lifetime"). */
  private static final Duration LONGEST_PIN = Duration.ofHours(1);

  /** A write that was missed just now. */
  static MissedWrite of(PinWrite write, Instant now) {
    return new MissedWrite(write, now.plus(lifetime(write)));
  }

  /** Whether it can be given up more lightly than others: the pin is there without it. */
  boolean renewal() {
    return write instanceof PinWrite.Renew;
  }

  /** The write with the lifetime that is left; empty when none is. */
  Optional<PinWrite> left(Instant now) {
    Duration left = Duration.between(now, deadline);
    if (left.toMillis() <= 0) {
      return Optional.empty();
    }
    return Optional.of(lasting(left));
  }

  /**
   * The one write that does what this and then {@code next} would do, both of one session and
   * model; empty where it takes two.
   */
  Optional<MissedWrite> then(MissedWrite next) {
    if (next.write instanceof PinWrite.Renew renew) {
      return thenRenew(renew, next.deadline);
    }
    if (next.write instanceof PinWrite.Claim later && write instanceof PinWrite.Claim first) {
      return Optional.of(later.pin().sameHolder(first.pin()) ? longer(next) : next);
    }
    if (next.write instanceof PinWrite.Move move) {
      return thenMove(move, next.deadline);
    }
    boolean undone =
        next.write instanceof PinWrite.Remove remove
            && write instanceof PinWrite.Claim claim
            && remove.expected() == claim.pin().version();
    return undone ? Optional.of(next) : Optional.empty();
  }

  private Optional<MissedWrite> thenRenew(PinWrite.Renew renew, Instant until) {
    Instant end = renew.mayShorten() || until.isAfter(deadline) ? until : deadline;
    Pin pin = renew.pin();
    PinWrite folded;
    if (write instanceof PinWrite.Claim claim && claim.pin().sameHolder(pin)) {
      folded = new PinWrite.Claim(renew.session(), renew.model(), pin, renew.lifetime());
    } else if (write instanceof PinWrite.Move move && move.pin().sameHolder(pin)) {
      folded =
          new PinWrite.Move(renew.session(), renew.model(), move.expected(), pin, renew.lifetime());
    } else if (write instanceof PinWrite.Renew first && first.pin().sameHolder(pin)) {
      boolean mayShorten = first.mayShorten() || renew.mayShorten();
      folded =
          new PinWrite.Renew(renew.session(), renew.model(), pin, renew.lifetime(), mayShorten);
    } else {
      return Optional.empty();
    }
    return Optional.of(new MissedWrite(folded, end));
  }

  private Optional<MissedWrite> thenMove(PinWrite.Move move, Instant until) {
    PinWrite folded;
    if (write instanceof PinWrite.Claim claim && claim.pin().version() == move.expected()) {
      folded = new PinWrite.Claim(move.session(), move.model(), move.pin(), move.lifetime());
    } else if (write instanceof PinWrite.Move first && first.pin().version() == move.expected()) {
      folded =
          new PinWrite.Move(
              move.session(), move.model(), first.expected(), move.pin(), move.lifetime());
    } else {
      return Optional.empty();
    }
    return Optional.of(new MissedWrite(folded, until));
  }

  private MissedWrite longer(MissedWrite next) {
    return new MissedWrite(next.write, deadline.isAfter(next.deadline) ? deadline : next.deadline);
  }

  private PinWrite lasting(Duration left) {
    if (write instanceof PinWrite.Claim claim) {
      return new PinWrite.Claim(claim.session(), claim.model(), claim.pin(), left);
    }
    if (write instanceof PinWrite.Renew renew) {
      return new PinWrite.Renew(
          renew.session(), renew.model(), renew.pin(), left, renew.mayShorten());
    }
    if (write instanceof PinWrite.Move move) {
      return new PinWrite.Move(move.session(), move.model(), move.expected(), move.pin(), left);
    }
    return write;
  }

  private static Duration lifetime(PinWrite write) {
    if (write instanceof PinWrite.Claim claim) {
      return claim.lifetime();
    }
    if (write instanceof PinWrite.Renew renew) {
      return renew.lifetime();
    }
    return write instanceof PinWrite.Move move ? move.lifetime() : LONGEST_PIN;
  }
}
