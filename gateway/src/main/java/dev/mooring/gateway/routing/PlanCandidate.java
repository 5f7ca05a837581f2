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
 * @param down whether it was down when the plan was made
 */
public record PlanCandidate(
    Provider upstream, CredentialConfig account, String upstreamModel, boolean byok, boolean down)
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

  /** The name under which its health is kept. */
  public Health.Subject subject() {
    return new Health.Subject(provider(), credential(), upstreamModel);
  }

  @Override
  public String toString() {
    return provider() + "/" + credential() + "/" + upstreamModel + (down ? " (down)" : "");
  }
}
