package dev.mooring.gateway.routing;

import dev.mooring.affinity.Candidate;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.provider.Provider;

/**
 * A candidate of a plan.
 *
 * @param upstream the provider to call
 * @param account the credential to call it with
 * @param upstreamModel the model as the provider names it
 * @param byok whether the credential is the caller's own
 * @param condition its health when the plan was made
 */
public record PlanCandidate(
    Provider upstream,
    CredentialConfig account,
    String upstreamModel,
    boolean byok,
    Condition condition)
    implements Candidate {

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
  PlanCandidate in(Condition other) {
    return new PlanCandidate(upstream, account, upstreamModel, byok, other);
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
