package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.RuleConfig;
import dev.mooring.gateway.routing.rules.RuleInput;
import dev.mooring.gateway.routing.rules.Rules;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The routing rules: the targets of the first that matches take the place of the model's own. Every
 * later stage applies to them as it would to those.
 */
final class RuleStage implements Stage {
  private final Consumer<String> onFailure;

  /**
   * @param onFailure takes the name of each rule that fails on a request
   */
  RuleStage(Consumer<String> onFailure) {
    this.onFailure = onFailure;
  }

  @Override
  public String name() {
    return "rule";
  }

  @Override
  public void apply(Draft draft) {
    Rules rules = draft.catalog().rules();
    if (rules.isEmpty()) {
      return;
    }
    RuleConfig rule = rules.first(input(draft), onFailure);
    if (rule == null) {
      draft.note(() -> "no rule matches");
      return;
    }
    draft.route(draft.catalog().targets(rule));
    draft.ruled(rule.name());
    draft.tell(() -> "Routing rule '" + rule.name() + "' applied.");
    var targets = draft.targets();
    draft.note(() -> "rule " + rule.name() + " has targets " + targets);
  }

  private static RuleInput input(Draft draft) {
    PlanRequest request = draft.request();
    Caller caller = request.caller();
    ClientKeyConfig key = caller.key();
    Api api = request.api();
    return new RuleInput(
        new RuleInput.Settled(
            draft.model().id(),
            request.model(),
            api == null ? "" : api.configName(),
            caller.team(),
            key == null ? "" : key.id()),
        Objects.requireNonNullElse(user(caller, request), ""),
        request.headers(),
        request.options().tags(),
        request.promptTokens());
  }

  /** The user whom the proxy named; where the key names no header for that, the request's own. */
  private static @Nullable String user(Caller caller, PlanRequest request) {
    ClientKeyConfig key = caller.key();
    return key != null && key.userHeader() != null ? caller.user() : request.options().user();
  }
}
