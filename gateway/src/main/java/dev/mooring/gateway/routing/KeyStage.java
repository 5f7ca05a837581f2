package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.ClientKeyConfig;
import java.util.ArrayList;
import java.util.List;

/** What the caller's key allows: models, providers, credentials (contract, section 2). */
final class KeyStage implements Stage {
  @Override
  public String name() {
    return "key";
  }

  @Override
  public void apply(Draft draft) {
    ClientKeyConfig key = draft.request().caller().key();
    if (key == null) {
      return;
    }
    String model = draft.requested();
    KeyRules rules = new KeyRules(key);
    if (!rules.model(draft.model().id())) {
      throw new UnplannableException(
          ApiError.notAllowed("This key may not use model '" + model + "'."));
    }
    var before = draft.keep(target -> rules.provider(target.provider()));
    if (draft.targets().isEmpty()) {
      throw new UnplannableException(
          ApiError.notAllowed("This key may not use the providers of model '" + model + "'."));
    }
    if (!rules.everyCredential()) {
      draft.targets(draft.targets().stream().map(target -> allowed(target, rules)).toList());
      draft.keep(
          target -> !target.candidates().isEmpty() || !draft.ownKeys(target.provider()).isEmpty());
      if (draft.targets().isEmpty()) {
        throw new UnplannableException(
            ApiError.notAllowed("This key may use no credential for model '" + model + "'."));
      }
    }
    var left = draft.targets();
    draft.note(
        () ->
            left.size() == before.size()
                ? "key " + key.id() + " allows every target"
                : "key " + key.id() + " allows " + left);
  }

  private static DraftTarget allowed(DraftTarget target, KeyRules rules) {
    List<PlanCandidate> allowed = new ArrayList<>(target.candidates().size());
    for (PlanCandidate candidate : target.candidates()) {
      if (rules.credential(candidate.credential())) {
        allowed.add(candidate);
      }
    }
    return target.with(allowed);
  }
}
