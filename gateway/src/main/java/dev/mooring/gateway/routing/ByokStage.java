package dev.mooring.gateway.routing;

import dev.mooring.affinity.Credentials;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.CredentialConfig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The caller's own credentials: a group of candidates before the system's. */
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
    if (draft.request().options().byok().isEmpty()) {
      return;
    }
    if (draft.request().options().zeroDataRetention()) {
      draft.note(() -> "the caller's own credentials promise no zero data retention: left out");
      return;
    }
    List<PlanCandidate> candidates = new ArrayList<>();
    for (DraftTarget target : draft.targets()) {
      for (String secret :
          draft.request().options().byok().getOrDefault(target.provider(), List.of())) {
        candidates.add(health.marked(candidate(draft.request().caller(), target, secret)));
      }
    }
    List<PlanCandidate> own = List.copyOf(candidates);
    candidates.addAll(draft.candidates());
    draft.candidates(candidates);
    draft.note(() -> "the caller's own candidates first: " + own);
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
