package dev.mooring.gateway.routing;

import dev.mooring.affinity.Credentials;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.CredentialConfig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The caller's own credentials: a group of candidates before the system's. They are those of the
 * request, or for a request without any those of the caller's team.
 */
final class ByokStage implements Stage {
  private final HealthStage health;

  ByokStage(HealthStage health) {
    this.health = health;
  }

  @Override
  public String name() {
    return "byok";
  }

  @Override
  public void apply(Draft draft) {
    List<PlanCandidate> candidates = own(draft);
    if (candidates.isEmpty()) {
      return;
    }
    if (draft.request().options().zeroDataRetention()) {
      draft.note(() -> "the caller's own credentials promise no zero data retention: left out");
      return;
    }
    List<PlanCandidate> own = List.copyOf(candidates);
    candidates.addAll(draft.candidates());
    draft.candidates(candidates);
    draft.note(() -> "the caller's own candidates first: " + own);
  }

  private List<PlanCandidate> own(Draft draft) {
    Caller caller = draft.request().caller();
    List<PlanCandidate> own = new ArrayList<>(0);
    for (DraftTarget target : draft.targets()) {
      for (String secret : draft.ownKeys(target.provider())) {
        own.add(health.marked(candidate(caller, target, secret)));
      }
    }
    return own;
  }

  private static PlanCandidate candidate(Caller caller, DraftTarget target, String secret) {
    String id = Credentials.byokId(hashKey(caller), secret);
    CredentialConfig own = new CredentialConfig(id, secret, 1, id);
    return new PlanCandidate(
        target.target().upstream(),
        own,
        target.target().config().model(),
        true,
        Condition.HEALTHY,
        target.target().config().price());
  }

  /** The same on every node, and known to nobody outside. */
  private static byte[] hashKey(Caller caller) {
    ClientKeyConfig key = caller.key();
    String text = key == null ? caller.team() : key.secretHash();
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
