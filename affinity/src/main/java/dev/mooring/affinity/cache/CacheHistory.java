package dev.mooring.affinity.cache;

import dev.mooring.affinity.cache.CacheFinding.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a session's last turns left in caches, and how its turns missed them. Immutable and bounded.
 *
 * @param uses the last use of each conversation and model, the newest last; at most {@link #USES}
 * @param misses how many turns missed, by reason; a reason without one is absent
 * @param last the newest miss; null for none
 */
public record CacheHistory(List<CacheUse> uses, Map<CacheMiss, Long> misses, @Nullable Last last) {
  /** The most uses that are remembered; past it the oldest goes. */
  public static final int USES = 8;

  /** Nothing has happened yet. */
  public static final CacheHistory NONE = new CacheHistory(List.of(), Map.of(), null);

  /** Of a cache that was found, so much may be missing: providers read in steps. */
  private static final int READ_SLACK = 16;

  public CacheHistory {
    uses = List.copyOf(uses);
    misses = Map.copyOf(misses);
  }

  /** The newest miss and when that turn was sent. */
  public record Last(CacheMiss reason, Instant time) {}

  /**
   * What a turn tells, held against those before it. It has read its cache where that is nearly all
   * of what the turn before left, and missed it where that is less than half; in between, which is
   * where others keep a shared beginning in the cache, it tells nothing.
   *
   * @param turn the turn as it ended
   * @param read the tokens that it read from the cache
   * @param minTokens the shortest prompt that its provider caches
   */
  public CacheFinding judge(CacheUse turn, long read, long minTokens) {
    CacheUse before = continued(turn);
    if (before == null) {
      boolean known = uses.stream().anyMatch(use -> follows(use, turn));
      return known && 2 * read < turn.prompt()
          ? missed(turn, read, minTokens, CacheMiss.PREFIX_CHANGED)
          : CacheFinding.NONE;
    }
    long could = Math.min(before.cached(), turn.prompt());
    if (could == 0) {
      return belowMinimum(turn, read, minTokens)
          ? new CacheFinding(CacheMiss.BELOW_MINIMUM, null)
          : CacheFinding.NONE;
    }
    Duration length = Duration.between(before.sentAt(), turn.sentAt());
    boolean teaches = before.holder() == turn.holder() && !length.isNegative();
    if (read >= could - could / READ_SLACK) {
      return teaches ? new CacheFinding(null, new Gap(before, length, true)) : CacheFinding.NONE;
    }
    if (2 * read >= could) {
      return CacheFinding.NONE;
    }
    if (before.holder() != turn.holder()) {
      return missed(turn, read, minTokens, CacheMiss.MOVED);
    }
    boolean expired = length.compareTo(before.lifetime()) > 0;
    CacheFinding found =
        missed(turn, read, minTokens, expired ? CacheMiss.EXPIRED : CacheMiss.UNKNOWN);
    boolean gone = found.miss() == CacheMiss.EXPIRED || found.miss() == CacheMiss.UNKNOWN;
    return gone && teaches ? new CacheFinding(found.miss(), new Gap(before, length, false)) : found;
  }

  /** The last use that a turn goes on from, of several the longest; null for none. */
  private @Nullable CacheUse continued(CacheUse turn) {
    CacheUse longest = null;
    for (CacheUse use : uses) {
      if (use.continuedBy(turn) && (longest == null || use.prompt() >= longest.prompt())) {
        longest = use;
      }
    }
    return longest;
  }

  /** Whether a turn is no first one: of its model, or of its conversation with another model. */
  private static boolean follows(CacheUse use, CacheUse turn) {
    return use.model() == turn.model() || use.sameConversation(turn);
  }

  /** A miss, where there was something to miss: a turn that caches nothing does not want to. */
  private static CacheFinding missed(
      CacheUse turn, long read, long minTokens, CacheMiss otherwise) {
    if (belowMinimum(turn, read, minTokens)) {
      return new CacheFinding(CacheMiss.BELOW_MINIMUM, null);
    }
    return turn.cached() == 0 ? CacheFinding.NONE : new CacheFinding(otherwise, null);
  }

  private static boolean belowMinimum(CacheUse turn, long read, long minTokens) {
    return turn.prompt() < minTokens && read == 0;
  }

  /** The history after a turn that ended well, and its miss, where it was one. */
  public CacheHistory after(CacheUse turn, @Nullable CacheMiss miss) {
    List<CacheUse> next = new ArrayList<>(uses);
    CacheUse before = continued(turn);
    next.removeIf(use -> use.equals(before) || replaced(use, turn));
    next.add(turn);
    if (next.size() > USES) {
      next.remove(0);
    }
    if (miss == null) {
      return new CacheHistory(next, misses, last);
    }
    Map<CacheMiss, Long> counts = new EnumMap<>(CacheMiss.class);
    counts.putAll(misses);
    counts.merge(miss, 1L, Long::sum);
    return new CacheHistory(next, counts, new Last(miss, turn.sentAt()));
  }

  /**
   * The history after a turn of which nothing is known but that it was served: what it may have
   * renewed teaches nothing any more.
   */
  public CacheHistory without(int model, int opening) {
    List<CacheUse> rest =
        uses.stream().filter(use -> use.opening() != opening || use.model() != model).toList();
    return rest.size() == uses.size() ? this : new CacheHistory(rest, misses, last);
  }

  /** Whether a use is of the same conversation and model, and longer: it was cut short. */
  private static boolean replaced(CacheUse use, CacheUse turn) {
    return use.model() == turn.model()
        && use.sameConversation(turn)
        && use.prompt() > turn.prompt();
  }

  /** The history as a text, which {@link #parse} reads. */
  public String encode() {
    return CacheHistoryText.encode(this);
  }

  /** Reads a history, without what another version of this program put there. */
  public static CacheHistory parse(@Nullable String text) {
    return text == null || text.isEmpty() ? NONE : CacheHistoryText.parse(text);
  }
}
