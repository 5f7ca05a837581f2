package dev.mooring.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The cool-downs that all nodes share (contract, section 7): what one node reports the others hear
 * of within a second, and a new node starts with them.
 *
 * <p>What is left of a cool-down is counted by the store's clock, so nodes whose clocks differ
 * agree. While the store is away nothing is heard; what was heard runs out by itself.
 */
public interface HealthBoard extends AutoCloseable {
  /**
   * What can be down.
   *
   * @param provider the provider's id
   * @param credential the credential's id; empty for the whole provider
   * @param model the model as the provider names it; empty for all
   */
  record Subject(String provider, String credential, String model) {}

  /**
   * A time during which a subject is not to be used.
   *
   * @param subject what is down
   * @param reason why, in a word of the caller's
   * @param remaining how long from now; positive
   */
  record CoolDown(Subject subject, String reason, Duration remaining) {}

  /**
   * Tells all nodes of a cool-down; of two for one subject the one that ends later stands. One that
   * the store missed is told again when it is back, if anything remains.
   */
  CompletionStage<Void> report(CoolDown coolDown);

  /** Ends a subject's cool-down for all nodes. */
  CompletionStage<Void> clear(Subject subject);

  /**
   * Adds a listener, which is given all cool-downs at once and then at every change. It is called
   * on the store's thread and must not block. Without any listener nothing is heard, and what the
   * store missed is not told again: one board of a node needs one.
   */
  void subscribe(Consumer<List<CoolDown>> listener);

  /** Completes when a listener has been told what stood on the board; never without a listener. */
  CompletionStage<Void> heard();

  /**
   * Asks to be the one node that tries a subject whose cool-down has ended.
   *
   * @param lease how long other nodes are kept from it, unless it is cleared
   * @return whether this node may; fails when the store cannot answer
   */
  CompletionStage<Boolean> tryProbe(Subject subject, Duration lease);

  @Override
  void close();
}
