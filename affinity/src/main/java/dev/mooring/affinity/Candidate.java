package dev.mooring.affinity;

/** One (provider, credential, upstream model) that may serve a request. */
public interface Candidate {
  /** The provider's id. */
  String provider();

  /** The credential's id, unique within the provider. */
  String credential();

  /** Credentials of one provider with the same value share one prompt cache. */
  String cacheScope();

  /** The model as the provider names it. */
  String upstreamModel();

  /** Whether the credential is the caller's own. BYOK candidates come before system ones. */
  boolean byok();

  /** Whether it is down at present; it then stays in the plan, last in its group. */
  boolean down();
}
