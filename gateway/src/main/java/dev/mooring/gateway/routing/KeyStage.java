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
    String asked = draft.request().model();
    if (!Globs.allow(key.models(), draft.model().id())) {
      throw new UnplannableException(
          ApiError.notAllowed("This key may not use model '" + asked + "'."));
    }
    var before = draft.keep(target -> Globs.allow(key.providers(), target.provider()));
    if (draft.targets().isEmpty()) {
      throw new UnplannableException(
          ApiError.notAllowed("This key may not use the providers of model '" + asked + "'."));
    }
    if (key.credentials() != null) {
      draft.targets(draft.targets().stream().map(target -> allowed(target, key)).toList());
    }
    var left = draft.targets();
    draft.note(
        () ->
            left.size() == before.size()
                ? "key " + key.id() + " allows every target"
                : "key " + key.id() + " allows " + left);
  }

  private static DraftTarget allowed(DraftTarget target, ClientKeyConfig key) {
    List<PlanCandidate> allowed = new ArrayList<>(target.candidates().size());
    for (PlanCandidate candidate : target.candidates()) {
      if (Globs.allow(key.credentials(), candidate.credential())) {
        allowed.add(candidate);
      }
    }
    return target.with(allowed);
  }
}
