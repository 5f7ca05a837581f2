package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.ModelConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plan of a request, stage by stage; {@link #Planner} has the list. Affinity comes after
 * it and only reorders.
 */
public final class Planner {
  private final List<Stage> stages;

  /**
   * A planner that looks at this node's health, speeds and load.
   *
   * @param random for what belongs to no session; safe for many threads
   * @param ruleFailed takes the name of each rule that fails on a request
   */
  public Planner(
      Health health,
      InFlight inFlight,
      Speeds speeds,
      RandomGenerator random,
      Consumer<String> ruleFailed) {
    HealthStage healthStage = new HealthStage(health);
    this.stages =
        List.of(
            new ModelStage(),
            new RuleStage(ruleFailed),
            new KeyStage(),
            new NamedProviderStage(),
            new OnlyStage(),
            new RetentionStage(),
            new CapabilityStage(),
            new TrainingStage(),
            new ApiStage(),
            healthStage,
            new OrderStage(random),
            new SortStage(speeds),
            new AskedOrderStage(),
            new CredentialStage(inFlight, random),
            new ByokStage(healthStage),
            new DrainStage(health.drains()));
  }

  /**
   * Plans the model that was asked for and its fallbacks, in this order, without those that nobody
   * may serve.
   *
   * @param trail gets a line of each stage
   * @return at least one plan
   * @throws UnplannableException when a model is unknown, or none can be served
   */
  public List<ModelPlan> plan(Catalog catalog, PlanRequest request, RoutingTrail trail) {
    List<ModelPlan> plans = new ArrayList<>(1 + request.options().models().size());
    UnplannableException first = null;
    for (Catalog.Resolved resolved : models(catalog, request)) {
      try {
        plans.add(planModel(catalog, request, resolved, trail));
      } catch (UnplannableException e) {
        trail.add("refused", e.error()::message);
        first = first == null ? e : first;
      }
    }
    if (plans.isEmpty() && first != null) {
      throw first;
    }
    return plans;
  }

  /** Whether a key may ask for a model: for its name, and for a provider of it. */
  public static boolean allows(ClientKeyConfig key, ModelConfig model) {
    KeyRules rules = new KeyRules(key);
    return rules.model(model.id())
        && model.targets().stream().anyMatch(target -> rules.provider(target.provider()));
  }

  private static List<Catalog.Resolved> models(Catalog catalog, PlanRequest request) {
    List<Catalog.Resolved> models = new ArrayList<>();
    models.add(resolve(catalog, request.model(), null));
    List<String> fallbacks = request.options().models();
    for (int i = 0; i < fallbacks.size(); i++) {
      Catalog.Resolved fallback = resolve(catalog, fallbacks.get(i), i);
      if (models.stream()
          .noneMatch(earlier -> earlier.model().id().equals(fallback.model().id()))) {
        models.add(fallback);
      }
    }
    return models;
  }

  private static Catalog.Resolved resolve(
      Catalog catalog, String requested, @Nullable Integer fallback) {
    Catalog.Resolved resolved = catalog.resolve(requested);
    if (resolved != null) {
      return resolved;
    }
    ApiError unknown = ApiError.unknownModel(requested);
    if (fallback == null) {
      throw new UnplannableException(unknown);
    }
    throw new UnplannableException(
        new ApiError(
            unknown.status(),
            unknown.type(),
            unknown.message(),
            "providerOptions.gateway.models[" + fallback + "]",
            unknown.code(),
            unknown.model()));
  }

  private ModelPlan planModel(
      Catalog catalog, PlanRequest request, Catalog.Resolved resolved, RoutingTrail trail) {
    trail.model(resolved.model().id());
    Draft draft = new Draft(catalog, request, resolved, trail);
    for (Stage stage : stages) {
      draft.pass(stage);
    }
    if (draft.candidates().isEmpty()) {
      throw new UnplannableException(
          ApiError.notAllowed(
              "This key may use no credential for model '" + resolved.requested() + "'."));
    }
    return new ModelPlan(
        resolved.model(),
        draft.distinctCandidates(),
        draft.weighted(),
        draft.rule(),
        draft.sorting());
  }
}
