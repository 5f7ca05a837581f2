package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.StrippableState;
import dev.mooring.gateway.routing.PlanCandidate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Up to where the state in a conversation is another account's, by account: learned when one served
 * a request that was sent without that state. So the next turn is sent without it at once, and with
 * what the new account has issued since, where it would be refused first and lose all of it. Each
 * node learns it by itself. Safe for use by several threads.
 */
public final class ForeignState {
  private static final int MOST = 10_000;

  private final Map<Key, Mark> marks =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Mark> eldest) {
          return size() > MOST;
        }
      };

  private volatile boolean learned;

  /** A conversation, known by the first of its items of state, at an account. */
  private record Key(String provider, @Nullable String cacheScope, String first) {
    static Key of(PlanCandidate candidate, String first) {
      return new Key(candidate.provider(), candidate.cacheScope(), first);
    }
  }

  /**
   * Items of state at the beginning of a conversation.
   *
   * @param count how many; at least one
   * @param first the hash of the first
   * @param last the hash of the last
   */
  record Mark(int count, String first, String last) {
    /** All items of a conversation; null where it has none. */
    static @Nullable Mark of(StrippableState state) {
      int count = state.count();
      return count == 0 ? null : new Mark(count, state.hash(0), state.hash(count - 1));
    }

    /** Whether a conversation begins with these items. */
    private boolean begins(StrippableState state) {
      return state.count() >= count && state.hash(count - 1).equals(last);
    }
  }

  /** Remembers that a candidate served a conversation without these items. */
  synchronized void servedWithout(PlanCandidate candidate, Mark mark) {
    marks.put(Key.of(candidate, mark.first()), mark);
    learned = true;
  }

  /** How many of the first items a candidate cannot read; 0 where none is known. */
  int unreadable(PlanCandidate candidate, StrippableState state) {
    if (state.count() == 0) {
      return 0;
    }
    Key key = Key.of(candidate, state.hash(0));
    Mark mark;
    synchronized (this) {
      mark = marks.get(key);
    }
    return mark != null && mark.begins(state) ? mark.count() : 0;
  }

  /** Whether anything was learned so far. */
  boolean learned() {
    return learned;
  }
}
