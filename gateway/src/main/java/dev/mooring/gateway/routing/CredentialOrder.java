package dev.mooring.gateway.routing;

import dev.mooring.affinity.Rendezvous;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.ProviderConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * In which order a provider's credentials are tried: drawn by weight from the session, and for
 * sessions that pin the provider only with bounded load, so that a template which opens every run
 * never piles onto one account (contract, section 5, "Promotion").
 */
final class CredentialOrder {
  /** How far above its share a credential may be loaded. */
  private static final double SLACK = 1.25;

  private final InFlight inFlight;
  private final RandomGenerator random;

  CredentialOrder(InFlight inFlight, RandomGenerator random) {
    this.inFlight = inFlight;
    this.random = random;
  }

  /** The credentials that the caller's key allows; may be empty. */
  List<CredentialConfig> of(ProviderConfig provider, PlanRequest request) {
    List<CredentialConfig> allowed = allowed(provider, request.caller().key());
    if (allowed.size() < 2) {
      return allowed;
    }
    Session session = request.session();
    if (session == null) {
      return Rendezvous.draw(random, allowed, CredentialConfig::weight);
    }
    List<CredentialConfig> drawn =
        Rendezvous.order(
            session.spreadSeed(),
            allowed,
            credential -> provider.id() + '/' + credential.id(),
            CredentialConfig::weight);
    return session.source().pinsCredential() ? drawn : bounded(provider.id(), drawn);
  }

  private static List<CredentialConfig> allowed(
      ProviderConfig provider, @org.jspecify.annotations.Nullable ClientKeyConfig key) {
    if (key == null || key.credentials() == null) {
      return provider.credentials();
    }
    List<CredentialConfig> allowed = new ArrayList<>();
    for (CredentialConfig credential : provider.credentials()) {
      if (Globs.allow(key.credentials(), credential.id())) {
        allowed.add(credential);
      }
    }
    return allowed;
  }

  private List<CredentialConfig> bounded(String provider, List<CredentialConfig> drawn) {
    double weights = 0;
    for (CredentialConfig credential : drawn) {
      weights += credential.weight();
    }
    long total = inFlight.withProvider(provider) + 1;
    List<CredentialConfig> within = new ArrayList<>(drawn.size());
    List<CredentialConfig> over = new ArrayList<>();
    for (CredentialConfig credential : drawn) {
      double share = credential.weight() / weights;
      long bound = (long) Math.ceil(SLACK * share * total);
      long load = inFlight.withCredential(provider, credential.id()) + 1;
      (load > bound ? over : within).add(credential);
    }
    within.addAll(over);
    return within;
  }
}
