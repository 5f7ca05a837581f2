package dev.mooring.affinity.cache;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;

/**
 * What a turn left in a provider's cache. What it is of is told by hashes that are cheap to keep;
 * where two are alike by chance, one finding is wrong.
 *
 * @param model of the model
 * @param opening of how the conversation opens; 0 where its session stands for it
 * @param holder of where it is cached: provider, cache scope and the provider's model
 * @param sentAt when the request was sent, in whole seconds, from which the cache's time counts
 * @param prompt all input tokens
 * @param cached those of them that the next turn can find, as far as the provider tells
 * @param lifetime how long the provider keeps them without a use, as far as is known
 * @param asked whether the request asked for that lifetime
 */
public record CacheUse(
    int model,
    int opening,
    int holder,
    Instant sentAt,
    long prompt,
    long cached,
    Duration lifetime,
    boolean asked) {

  /** A prompt of this share less is still the same, told by a provider that estimates. */
  private static final int SLACK = 16;

  /** The hashes have so many bits: few, since they are kept for every session. */
  private static final int BITS = 24;

  public CacheUse {
    sentAt = sentAt.truncatedTo(ChronoUnit.SECONDS);
  }

  /** The hash of a name that has several parts. */
  public static int hash(String... parts) {
    return hash(Arrays.hashCode(parts));
  }

  /** The hash of a longer one. */
  public static int hash(long longer) {
    return Long.hashCode(longer) & ((1 << BITS) - 1);
  }

  /** Whether both are turns of one conversation, as far as its opening tells. */
  boolean sameConversation(CacheUse other) {
    return opening == other.opening;
  }

  /** Whether another turn's prompt can begin with this one. */
  boolean continuedBy(CacheUse next) {
    return model == next.model && sameConversation(next) && prompt - prompt / SLACK <= next.prompt;
  }
}
