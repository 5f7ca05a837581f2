package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.StrippableState;
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

  /**
   * A conversation at an account.
   *
   * @param team whose conversation it is
   * @param provider the account's provider
   * @param cacheScope the account; null where the state is the provider's
   * @param first the hash of the conversation's first item of state
   */
  record Key(String team, String provider, @Nullable String cacheScope, String first) {}

  /**
   * Items of state at the beginning of a conversation.
   *
   * @param count how many; at least one
   * @param last the hash of the last
   */
  record Mark(int count, String last) {
    /** All items of a conversation; null where it has none. */
    static @Nullable Mark of(StrippableState state) {
      int count = state.count();
      return count == 0 ? null : new Mark(count, state.hash(count - 1));
    }

    /** Whether a conversation begins with these items. */
    boolean begins(StrippableState state) {
      return state.count() >= count && state.hash(count - 1).equals(last);
    }
  }

  /** Remembers that an account served a conversation without these items. */
  synchronized void servedWithout(Key key, Mark mark) {
    marks.put(key, mark);
    learned = true;
  }

  /** The items at the beginning that an account cannot read; null where none are known. */
  synchronized @Nullable Mark unreadable(Key key) {
    return marks.get(key);
  }

  /** Whether anything was learned so far. */
  boolean learned() {
    return learned;
  }
}
