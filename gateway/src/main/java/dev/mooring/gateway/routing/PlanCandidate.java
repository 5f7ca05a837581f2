package dev.mooring.gateway.routing;

import dev.mooring.affinity.Candidate;
import dev.mooring.affinity.Rendezvous;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.provider.Provider;
import org.jspecify.annotations.Nullable;

/**
 * A candidate of a plan.
 *
 * @param upstream the provider to call
 * @param account the credential to call it with
 * @param subject the name under which its health is kept
 * @param byok whether the credential is the caller's own
 * @param condition its health when the plan was made
 * @param labelHash what weighted draws know its credential by
 * @param price what its tokens cost by the target's own word; null for the model's price
 */
public record PlanCandidate(
    Provider upstream,
    CredentialConfig account,
    Health.Subject subject,
    boolean byok,
    Condition condition,
    long labelHash,
    @Nullable Price price)
    implements Candidate {
  /** A candidate at the model's price. */
  public PlanCandidate(
      Provider upstream,
      CredentialConfig account,
      String upstreamModel,
      boolean byok,
      Condition condition) {
    this(upstream, account, upstreamModel, byok, condition, null);
  }

  /** A candidate for the model that the provider names so. */
  PlanCandidate(
      Provider upstream,
      CredentialConfig account,
      String upstreamModel,
      boolean byok,
      Condition condition,
      @Nullable Price price) {
    this(
        upstream,
        account,
        new Health.Subject(upstream.id(), account.id(), upstreamModel),
        byok,
        condition,
        Rendezvous.labelHash(upstream.id() + '/' + account.id()),
        price);
  }

  @Override
  public String provider() {
    return upstream.id();
  }

  @Override
  public String credential() {
    return account.id();
  }

  @Override
  public String cacheScope() {
    return account.cacheScope();
  }

  @Override
  public String upstreamModel() {
    return subject.upstreamModel();
  }

  @Override
  public boolean down() {
    return condition == Condition.DOWN;
  }

  /** The same in another condition. */
  public PlanCandidate in(Condition other) {
    return new PlanCandidate(upstream, account, subject, byok, other, labelHash, price);
  }

  /** Whether it keeps the sessions that it has, and takes no new ones. */
  public boolean draining() {
    return account.draining() || upstream.config().draining();
  }

  @Override
  public String toString() {
    String name = provider() + "/" + credential() + "/" + upstreamModel();
    return switch (condition) {
      case HEALTHY -> name;
      case DEGRADED -> name + " (degraded)";
      case DOWN -> name + " (down)";
    };
  }
}
