package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.evaluate.TurnResult.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What conversations find in a cache because others left it there. Where it is not known on which
 * account another conversation is by then, it counts as being on each: no one can find more.
 */
final class SharedPrefixes {
  private final Map<Long, List<Use>> uses = new HashMap<>();
  private final Duration delay;

  /**
   * Looks through all turns.
   *
   * @param homes the account of each conversation, by lane and model, that it never leaves; one
   *     that may move is not in it
   * @param delay how much later than they were sent others may have been served
   */
  SharedPrefixes(List<Turn> turns, Map<String, Holder> homes, Duration delay) {
    this.delay = delay;
    Map<Long, Set<String>> lanes = new HashMap<>();
    Map<Long, List<Use>> all = new HashMap<>();
    for (Turn turn : turns) {
      Prefix prefix = Prefix.of(turn);
      for (int i = 0; i < prefix.count(); i++) {
        if (prefix.leaves(i)) {
          long digest = prefix.digest(i);
          lanes.computeIfAbsent(digest, key -> new HashSet<>()).add(turn.lane());
          all.computeIfAbsent(digest, key -> new ArrayList<>())
              .add(new Use(turn.start(), turn.lane(), homes.get(name(turn))));
        }
      }
    }
    all.forEach(
        (digest, list) -> {
          if (lanes.getOrDefault(digest, Set.of()).size() > 1) {
            uses.put(digest, list);
          }
        });
  }

  /** The name of a conversation with one model. */
  static String name(Turn turn) {
    return turn.lane() + " " + turn.model();
  }

  /**
   * How much of a prompt others have left on an account, in tokens of text.
   *
   * @param at when it is sent
   */
  int found(Turn turn, Prefix prefix, Holder account, Duration lifetime, Duration at) {
    for (int i = prefix.count() - 1; i >= 0; i--) {
      List<Use> left = prefix.finds(i) ? uses.get(prefix.digest(i)) : null;
      if (left != null && warm(left, turn.lane(), account, lifetime, at)) {
        return prefix.end(i);
      }
    }
    return 0;
  }

  private boolean warm(
      List<Use> left, String lane, Holder account, Duration lifetime, Duration at) {
    Duration oldest = at.minus(lifetime).minus(delay);
    Duration newest = at.minus(World.LATENCY);
    for (Use use : left) {
      boolean there = use.home == null || use.home.equals(account);
      if (there
          && use.at.compareTo(oldest) > 0
          && use.at.compareTo(newest) <= 0
          && !use.lane.equals(lane)) {
        return true;
      }
    }
    return false;
  }

  private record Use(Duration at, String lane, @Nullable Holder home) {}
}
