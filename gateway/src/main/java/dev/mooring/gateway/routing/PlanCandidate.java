package dev.mooring.gateway.routing;

import dev.mooring.affinity.Candidate;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.provider.Provider;
import org.jspecify.annotations.Nullable;

/**
 * A candidate of a plan.
 *
 * @param upstream the provider to call
 * @param account the credential to call it with
 * @param upstreamModel the model as the provider names it
 * @param byok whether the credential is the caller's own
 * @param condition its health when the plan was made
 * @param price what its tokens cost by the target's own word; null for the model's price
 */
public record PlanCandidate(
    Provider upstream,
    CredentialConfig account,
    String upstreamModel,
    boolean byok,
    Condition condition,
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
  public boolean down() {
    return condition == Condition.DOWN;
  }

  /** The same in another condition. */
  public PlanCandidate in(Condition other) {
    return new PlanCandidate(upstream, account, upstreamModel, byok, other, price);
  }

  /** Whether it keeps the sessions that it has, and takes no new ones. */
  public boolean draining() {
    return account.draining() || upstream.config().draining();
  }

  /** The name under which its health is kept. */
  public Health.Subject subject() {
    return new Health.Subject(provider(), credential(), upstreamModel);
  }

  @Override
  public String toString() {
    String name = provider() + "/" + credential() + "/" + upstreamModel;
    return switch (condition) {
      case HEALTHY -> name;
      case DEGRADED -> name + " (degraded)";
      case DOWN -> name + " (down)";
    };
  }
}
