package dev.mooring.affinity.cache;

import java.time.Duration;
import java.time.Instant;

/**
 * What a turn left in a provider's cache.
 *
 * @param model the gateway's id of the model
 * @param opening a hash of how the conversation opens; 0 where its session stands for it
 * @param holder where it is cached
 * @param sentAt when the request was sent, from which the cache's time counts
 * @param prompt all input tokens
 * @param cached those of them that the next turn can find, as far as the provider tells
 * @param lifetime how long the provider keeps them without a use, as far as is known
 * @param asked whether the request asked for that lifetime
 */
public record CacheUse(
    String model,
    long opening,
    CacheHolder holder,
    Instant sentAt,
    long prompt,
    long cached,
    Duration lifetime,
    boolean asked) {

  /** A prompt of this share less is still the same, told by a provider that estimates. */
  private static final int SLACK = 16;

  /** Whether both are turns of one conversation, as far as its opening tells. */
  boolean sameConversation(CacheUse other) {
    return opening == other.opening;
  }

  /** Whether another turn's prompt can begin with this one. */
  boolean continuedBy(CacheUse next) {
    return model.equals(next.model)
        && sameConversation(next)
        && prompt - prompt / SLACK <= next.prompt;
  }
}
