package dev.mooring.gateway.routing;

import dev.mooring.affinity.Credentials;
import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import dev.mooring.gateway.provider.Provider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plan of a request: model and aliases, filters, order, credentials, and the caller's own
 * credentials before the system's. Affinity comes after it and only reorders.
 */
public final class Planner {
  private final Health health;
  private final TargetOrder targetOrder;
  private final CredentialOrder credentialOrder;

  /** A planner that looks at this node's health and load. */
  public Planner(Health health, InFlight inFlight, RandomGenerator random) {
    this.health = health;
    this.targetOrder = new TargetOrder(random);
    this.credentialOrder = new CredentialOrder(inFlight, random);
  }

  /**
   * Plans the model that was asked for and its fallbacks, in this order, without those that nobody
   * may serve.
   *
   * @return at least one plan
   * @throws UnplannableException when a model is unknown, or none can be served
   */
  public List<ModelPlan> plan(Catalog catalog, PlanRequest request) {
    List<ModelPlan> plans = new ArrayList<>(1 + request.options().models().size());
    UnplannableException first = null;
    for (Catalog.Resolved resolved : models(catalog, request)) {
      try {
        plans.add(planModel(catalog, request, resolved));
      } catch (UnplannableException e) {
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
    return Globs.allow(key.models(), model.id())
        && model.targets().stream()
            .anyMatch(target -> Globs.allow(key.providers(), target.provider()));
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
            unknown.code()));
  }

  private ModelPlan planModel(Catalog catalog, PlanRequest request, Catalog.Resolved resolved) {
    ModelConfig model = resolved.model();
    List<TargetConfig> eligible =
        new EligibleTargets(catalog, request).of(model, resolved.namedProvider());
    List<TargetConfig> ordered = targetOrder.of(model, eligible, request);
    List<PlanCandidate> candidates = new ArrayList<>();
    for (TargetConfig target : ordered) {
      addCallersOwn(candidates, catalog, request, target);
    }
    for (TargetConfig target : ordered) {
      Provider provider = catalog.provider(target.provider());
      for (CredentialConfig credential : credentialOrder.of(provider.config(), request)) {
        candidates.add(candidate(provider, credential, target.model(), false));
      }
    }
    if (candidates.isEmpty()) {
      throw new UnplannableException(
          ApiError.notAllowed(
              "This key may use no credential for model '" + request.model() + "'."));
    }
    return new ModelPlan(model, candidates);
  }

  private void addCallersOwn(
      List<PlanCandidate> candidates, Catalog catalog, PlanRequest request, TargetConfig target) {
    List<String> keys = request.options().byok().get(target.provider());
    if (keys == null) {
      return;
    }
    Provider provider = catalog.provider(target.provider());
    for (String secret : keys) {
      String id = Credentials.byokId(hashKey(request.caller()), secret);
      CredentialConfig own = new CredentialConfig(id, secret, 1, id);
      candidates.add(candidate(provider, own, target.model(), true));
    }
  }

  private PlanCandidate candidate(
      Provider provider, CredentialConfig credential, String upstreamModel, boolean byok) {
    PlanCandidate candidate = new PlanCandidate(provider, credential, upstreamModel, byok, false);
    return health.isDown(candidate.subject())
        ? new PlanCandidate(provider, credential, upstreamModel, byok, true)
        : candidate;
  }

  /** The same on every node, and known to nobody outside. */
  private static byte[] hashKey(Caller caller) {
    ClientKeyConfig key = caller.key();
    String text = key == null ? caller.team() : key.secretHash();
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
