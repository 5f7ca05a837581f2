package dev.mooring.gateway.routing;

import dev.mooring.affinity.Rendezvous;
import dev.mooring.affinity.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * In which order a target's credentials are tried: drawn by weight from the session, and for
 * sessions that pin the provider only with bounded load, so that a template which opens every run
 * never piles onto one account (contract, section 5, "Promotion").
 */
final class CredentialStage implements Stage {
  /** How far above its share a credential may be loaded. */
  private static final double SLACK = 1.25;

  private final InFlight inFlight;
  private final RandomGenerator random;

  CredentialStage(InFlight inFlight, RandomGenerator random) {
    this.inFlight = inFlight;
    this.random = random;
  }

  @Override
  public String name() {
    return "credentials";
  }

  @Override
  public void apply(Draft draft) {
    List<PlanCandidate> candidates = new ArrayList<>();
    for (DraftTarget target : draft.targets()) {
      candidates.addAll(ordered(target, draft.request().session()));
    }
    draft.candidates(candidates);
    draft.note(() -> "system candidates: " + candidates);
  }

  private List<PlanCandidate> ordered(DraftTarget target, @Nullable Session session) {
    List<PlanCandidate> allowed = target.candidates();
    if (allowed.size() < 2) {
      return allowed;
    }
    if (session == null) {
      return Rendezvous.draw(random, allowed, candidate -> candidate.account().weight());
    }
    List<PlanCandidate> drawn =
        Rendezvous.orderByHash(
            session.spreadSeed(),
            allowed,
            PlanCandidate::labelHash,
            candidate -> candidate.account().weight());
    return session.source().pinsCredential() ? drawn : bounded(target.provider(), drawn);
  }

  private List<PlanCandidate> bounded(String provider, List<PlanCandidate> drawn) {
    long others = inFlight.withProvider(provider);
    if (others == 0) {
      return drawn;
    }
    double weights = 0;
    for (PlanCandidate candidate : drawn) {
      weights += candidate.account().weight();
    }
    List<PlanCandidate> within = new ArrayList<>(drawn.size());
    List<PlanCandidate> over = new ArrayList<>();
    for (PlanCandidate candidate : drawn) {
      double share = candidate.account().weight() / weights;
      long bound = (long) Math.ceil(SLACK * share * (others + 1));
      long load = inFlight.withCredential(provider, candidate.credential()) + 1;
      (load > bound ? over : within).add(candidate);
    }
    within.addAll(over);
    return within;
  }
}
